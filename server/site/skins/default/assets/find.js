// Seeks in the index that lies beside the pages, where no server is behind them: which articles hold the pairs of characters that are
// sought stands in small pieces, and whether they hold the words, and where, in the articles' own pages.
const form = 1
/** Of so many pairs pieces are read; more would hardly leave less, and the pages tell. */
const pairsMost = 3
const shown = 140
const before = 30

const decode = { ids: numbersThatRise, order: numbersInOrder }

/** @param root where the index lies @param page the address of an article's page by its number */
export function finder(root, page) {
  const known = new Map()
  async function read(path, kind) {
    const reply = await fetch(`${root}/${path}`)
    if (!reply.ok) throw new Error(`${path} ${reply.status}`)
    return kind === 'json' ? reply.json() : new Uint8Array(await reply.arrayBuffer())
  }
  const once = (path, kind) => {
    if (!known.has(path)) known.set(path, read(path, kind))
    return known.get(path)
  }

  /** Texts as they are sought: each character at its place. */
  async function folding() {
    const [from, to] = await once('fold.json', 'json')
    const units = new Map([...from].map((c, i) => [c, to[i]]))
    const fold = (c) => {
      const plain = c.normalize('NFKC').toLowerCase()
      units.set(c, plain.length === 1 ? plain : c)
      return units.get(c)
    }
    return (text) => text.replace(/[^\n]/g, (c) => units.get(c) ?? fold(c))
  }

  const orderOf = (segment) => `${segment.name}.${segment.bits}/order.bin`
  const listsOf = async (segment, pair) => {
    const [a, b] = [pair.charCodeAt(0), pair.charCodeAt(1)]
    const hash = Math.imul(a * 31 + b, 0x9e3779b1) >>> 0
    const piece = segment.bits === 0 ? 0 : hash >>> (32 - segment.bits)
    return entryOf(await once(`${segment.name}.${segment.bits}/p${piece}.bin`), a, b)
  }

  /** What of a segment holds all words: by where they stand, the better way first. */
  async function within(segment, words) {
    const each = await Promise.all(words.map(({ pairs }) => Promise.all(pairs.map((pair) => listsOf(segment, pair)))))
    const holding = (name) => each.map((lists) => lists.map((list) => list[name]).reduce(common))
    const [inTitle, inFront, anywhere] = ['title', 'front', 'any'].map((name) => holding(name).reduce(common))
    const some = new Set(holding('title').flatMap((ids) => [...ids]))
    const taken = new Set()
    return [inTitle, inFront, new Set([...anywhere].filter((id) => some.has(id))), anywhere].map((ids) =>
      [...ids].filter((id) => !taken.has(id) && taken.add(id)),
    )
  }

  /** Some of what was found, in order: only of segments that are needed for it is the order read. */
  async function some(segments, found, from, count) {
    const out = []
    let behind = 0
    for (let way = 0; way < 4; way += 1)
      for (const [i, segment] of segments.entries()) {
        const ids = found[i][way]
        const first = Math.max(0, from - behind)
        const left = count - out.length
        if (left > 0 && first < ids.length) {
          const order = await once(orderOf(segment))
          const mine = new Set(ids)
          out.push(
            ...decode
              .order(order)
              .filter((id) => mine.has(id))
              .slice(first, first + left),
          )
        }
        behind += ids.length
      }
    return out
  }

  /** What an article's page says; null where it is gone, or does not hold the words. */
  async function hitOf(id, words, plain) {
    const url = page(id)
    const reply = await fetch(url)
    if (!reply.ok) return null
    const doc = new DOMParser().parseFromString(await reply.text(), 'text/html')
    const title = doc.querySelector('h1')?.textContent ?? ''
    const content = doc.querySelector('.content')
    for (const block of content?.querySelectorAll('p, li, br, td, th, tr, h2, h3, h4, div') ?? []) block.after('\n')
    const text = content?.textContent ?? ''
    const about = [...doc.querySelectorAll('meta[name="keywords"], meta[name="description"]')].map(
      (meta) => meta.content,
    )
    const rest = [...doc.querySelectorAll('article .subtitle, article dl, article table')].map((one) => one.textContent)
    const all = plain([title, text, ...about, ...rest].join('\n'))
    const sure = (word) => word.length === 2
    if (!words.every((word) => sure(word) || all.includes(word))) return null
    const time = doc.querySelector('article time')?.dateTime.slice(0, 10) ?? ''
    const held = doc.querySelector('.validity b')?.textContent
    return { url, time, held, title: pieces(title, words, plain), extract: extractOf(text, words, plain) }
  }

  return {
    /** @returns a page of hits, and about how many there are; null: no word is long enough */
    async find(given, number, size, { column = '', year = '' } = {}) {
      const plain = await folding()
      const words = [...new Set(given.map(plain))].filter((word) => word.length > 1)
      // without a word all of a column is meant, or of a year
      if (words.length === 0 && (given.length > 0 || !(column || year))) return null
      const { form: has, segments: all } = await once('index.json', 'json')
      if (has !== form) throw new Error('form')
      const segments = all.filter(({ name }) => !year || name.slice(1, 5) === year)
      const chosen = choose(words)
      const mine = column ? decode.ids(await once(`c${column}.bin`).catch(() => new Uint8Array())) : null
      const every = async (segment) => [decode.order(await once(orderOf(segment))), [], [], []]
      const ways = await Promise.all(
        segments.map((segment) => (words.length === 0 ? every(segment) : within(segment, chosen))),
      )
      const found = mine ? ways.map((way) => way.map((ids) => ids.filter((id) => mine.has(id)))) : ways
      const total = found.flat().reduce((sum, ids) => sum + ids.length, 0)
      const ids = await some(segments, found, (number - 1) * size, size)
      const hits = await Promise.all(ids.map((id) => hitOf(id, words, plain)))
      return { hits: hits.filter((hit) => hit !== null), total, sure: words.every((word) => word.length === 2) }
    },
  }
}

/** The pairs by which words are sought: of each the first, then those that cover it, then those between. */
function choose(words) {
  const pairsOf = (word) => Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2))
  const ranked = words.flatMap((word, n) =>
    pairsOf(word).map((pair, at) => ({ n, pair, rank: at === 0 ? 0 : at % 2 === 0 || at === word.length - 2 ? 1 : 2 })),
  )
  const taken = ranked.sort((a, b) => a.rank - b.rank).slice(0, Math.max(pairsMost, words.length))
  return words.map((_, n) => ({ pairs: [...new Set(taken.filter((one) => one.n === n).map(({ pair }) => pair))] }))
}

const common = (a, b) => new Set([...a].filter((id) => b.has(id)))

function reader(bytes, start = 0) {
  let at = start
  return {
    more: () => at < bytes.length,
    unit: () => bytes[at++] + bytes[at++] * 256,
    number() {
      let value = 0
      for (let by = 1; ; by *= 128) {
        const one = bytes[at++]
        value += (one % 128) * by
        if (one < 128) return value
      }
    },
    take(size) {
      at += size
      return bytes.subarray(at - size, at)
    },
  }
}

function numbersThatRise(bytes) {
  const ids = new Set()
  const from = reader(bytes)
  for (let last = 0; from.more(); ) {
    const value = from.number()
    last += Math.floor(value / 2)
    ids.add(last)
    if (value % 2 === 1) for (let more = from.number() + 1; more > 0; more -= 1) ids.add(++last)
  }
  return ids
}

function numbersInOrder(bytes) {
  const ids = []
  const from = reader(bytes)
  for (let last = 0; from.more(); ) {
    const value = from.number()
    last += value % 2 === 0 ? value / 2 : -(value + 1) / 2
    ids.push(last)
  }
  return ids
}

/** What a piece says of a pair. */
function entryOf(bytes, a, b) {
  const from = reader(bytes)
  while (from.more()) {
    const mine = from.unit() === a
    const whole = from.unit() === b && mine
    const [any, front, title] = [0, 1, 2].map(() => from.take(from.number()))
    if (whole) return { any: decode.ids(any), front: decode.ids(front), title: decode.ids(title) }
  }
  return { any: new Set(), front: new Set(), title: new Set() }
}

/** Where words stand in a text, in order, none over another. */
function places(text, words, plain) {
  const folded = plain(text)
  const all = []
  for (const word of words)
    for (let at = folded.indexOf(word); at >= 0 && all.length < 1000; at = folded.indexOf(word, at + word.length))
      all.push([at, at + word.length])
  return all.sort((a, b) => a[0] - b[0]).filter(([from], i, list) => i === 0 || from >= list[i - 1][1])
}

/** A text in pieces, every second one a place of the words. */
function pieces(text, words, plain) {
  const out = []
  let behind = 0
  for (const [from, to] of places(text, words, plain)) {
    out.push(text.slice(behind, from), text.slice(from, to))
    behind = to
  }
  return [...out, text.slice(behind)]
}

/** The piece of a text in which most of the words stand, in pieces. */
function extractOf(whole, words, plain) {
  const text = whole.replace(/\s+/g, ' ').trim()
  const found = places(text, words, plain)
  let [best, most] = [found[0]?.[0] ?? 0, 0]
  for (const [i, [from]] of found.entries()) {
    const near = found.slice(i).findIndex(([, to]) => to > from + shown - before)
    const count = near < 0 ? found.length - i : near
    if (count > most) [best, most] = [from, count]
  }
  const from = Math.max(0, best - before)
  const cut = (at) => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at + 1 : at)
  const piece = text.slice(cut(from), cut(from + shown))
  const made = pieces(piece, words, plain)
  made[0] = `${from > 0 ? '……' : ''}${made[0]}`
  made[made.length - 1] += from + shown < text.length ? '……' : ''
  return made
}
