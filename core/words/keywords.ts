/** Words of what people wrote that say what it is about. */

const segments = new Intl.Segmenter('zh', { granularity: 'word' })
/** So many of one text, each once. */
const most = 60
const longest = 12

/** Words that stand in every text and say nothing of it. */
const empty = new Set(
  (
    '我们 你们 他们 它们 大家 自己 这个 那个 这些 那些 这里 那里 这样 那样 什么 怎么 怎样 如何 为什么 哪里 哪些 多少 几个 一个 一些 一下 一点 一直 ' +
    '没有 不是 不能 不会 不要 不用 不够 可以 可能 应该 应当 需要 希望 建议 觉得 认为 感觉 知道 看到 进行 能够 能否 是否 已经 正在 还是 还有 还要 ' +
    '因为 所以 但是 而且 并且 或者 如果 虽然 以及 关于 对于 由于 根据 通过 为了 比较 非常 特别 十分 有点 更加 最好 尽快 尽量 继续 目前 现在 ' +
    '之后 之前 以后 以前 时候 时间 方面 问题 情况 地方 东西 事情 今年 去年 明年 the and for with that this are was not you'
  ).split(' '),
)

/** The words of a text that say what it is about, each once, in the order of their code points. */
export function keywordsOf(text: string): string[] {
  const found = new Set<string>()
  for (const { segment, isWordLike } of segments.segment(text.normalize('NFKC'))) {
    if (found.size >= most) break
    const word = segment.toLowerCase()
    const length = [...word].length
    if (isWordLike && length >= 2 && length <= longest && !/^[\d\p{P}]/u.test(word) && !empty.has(word)) found.add(word)
  }
  return [...found].sort()
}
