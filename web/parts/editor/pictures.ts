/** Pictures that a pasted text carries itself: in its addresses, or in the RTF that Word and WPS give along with it. */

const fileOf = (bytes: Uint8Array<ArrayBuffer>, type: string) =>
  new File([bytes], `粘贴的图片.${type.split('/')[1]}`, { type })

/** `data:image/png;base64,…` → a file; null where it is something else. */
export function fileOfData(src: string): File | null {
  const [, type, base64] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(src) ?? []
  if (!type || !base64) return null
  try {
    return fileOf(
      Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0)),
      type.toLowerCase(),
    )
  } catch {
    return null
  }
}

/** Where in a picture's part of the RTF its kind stands: before its digits. */
const headLength = 2000

function pictureIn(part: string): File[] {
  const kind = /\\(png|jpeg)blip/.exec(part.slice(0, headLength))?.[1]
  const hex = kind && /(?<![\da-f\s])[\da-f\s]{64,}(?=\})/i.exec(part)?.[0].replace(/\s/g, '')
  if (!hex) return []
  const bytes = Uint8Array.from({ length: hex.length >> 1 }, (_, i) => Number.parseInt(hex.slice(i * 2, i * 2 + 2), 16))
  return [fileOf(bytes, `image/${kind}`)]
}

/** The pictures of a text in RTF, in their order. */
export const picturesIn = (rtf: string): File[] => rtf.split('{\\pict').slice(1).flatMap(pictureIn)
