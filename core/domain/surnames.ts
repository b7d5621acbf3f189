/** Surnames of two characters that people have today: of a name that begins with one both are the surname. */
const double =
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 第五 纳兰 完颜'
const doubles: ReadonlySet<string> = new Set(double.split(' '))

/** How many characters of a name are its surname. Two characters alone are a surname and a name: what may be somebody's name is not told. */
export const surnameLength = (name: string): number => {
  const signs = [...name]
  return signs.length > 2 && doubles.has(signs.slice(0, 2).join('')) ? 2 : 1
}
