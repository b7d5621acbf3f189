/** Surnames of two characters that people have today: of a name that begins with one both are the surname. */
const double =
  '欧阳 太史 端木 上官 司马 东方 独孤 南宫 万俟 闻人 夏侯 诸葛 尉迟 公羊 赫连 澹台 皇甫 宗政 濮阳 公冶 太叔 申屠 公孙 慕容 仲孙 钟离 长孙 宇文 司徒 鲜于 司空 闾丘 子车 亓官 司寇 巫马 公西 颛孙 壤驷 公良 漆雕 乐正 宰父 谷梁 拓跋 夹谷 轩辕 令狐 段干 百里 呼延 东郭 南门 羊舌 微生 梁丘 左丘 东门 西门 第五 纳兰 完颜'
const doubles: ReadonlySet<string> = new Set(double.split(' '))
/** What of them is written otherwise elsewhere: 「歐陽」. */
const plainSigns: ReadonlyMap<string, string> = new Map(
  '歐欧 陽阳 馬马 東东 獨独 宮宫 萬万 聞闻 諸诸 遲迟 連连 臺台 孫孙 鍾钟 鐘钟 離离 長长 鮮鲜 閭闾 車车 顓颛 駟驷 樂乐 穀谷 夾夹 軒轩 轅辕 門门 納纳 蘭兰 顏颜 顔颜'
    .split(' ')
    .map((pair) => [...pair] as [string, string]),
)
const isDouble = (signs: readonly string[]): boolean =>
  doubles.has(signs.map((sign) => plainSigns.get(sign) ?? sign).join(''))

/** How many characters of a name are its surname. Two characters alone are a surname and a name: what may be somebody's name is not told. */
export const surnameLength = (name: string): number => {
  const signs = [...name]
  return signs.length > 2 && isDouble(signs.slice(0, 2)) ? 2 : 1
}
