/** The files of a drop or a paste; none where a text with its pictures was copied: the text is what is meant. */
export function filesIn(data: DataTransfer | null): File[] {
  const html = data?.getData('text/html') ?? ''
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent?.trim()
  return data && !text ? [...data.files] : []
}

/** What a picture says by its file's name, where a person gave it one: 「会议现场.jpg」, not 「IMG_0042.jpg」. */
export function titleOf(name: string): string {
  const title = name.replace(/\.\w+$/, '')
  return /\p{Script=Han}/u.test(title) && !/^(屏幕截图|截图|截屏|微信图片|图片|照片)[\s\d_-]*/.test(title) ? title : ''
}
