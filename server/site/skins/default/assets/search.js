// Asks the server, which looks through all articles; where none is behind these pages, the index that lies beside them (find.js). What is no
// article, announcements and such, is found by its title in search.json, letters also by their own index. Shows text only as text.
const box = document.querySelector('[data-search]')
const script = document.currentScript.src
const state = box.querySelector('.search-state')
const list = box.querySelector('.news')
const asked = new URLSearchParams(location.search)
const words = (asked.get('q') ?? '').slice(0, 60).trim()
const column = /^\d{1,15}$/.test(asked.get('c') ?? '') ? asked.get('c') : ''
const year = /^\d{4}$/.test(asked.get('y') ?? '') ? asked.get('y') : ''
/** Words of fields with choices, as the pages of columns offer them. */
const chosen = asked
  .getAll('k')
  .map((one) => one.slice(0, 60).trim())
  .filter(Boolean)
  .slice(0, 20)
const each = [words, ...chosen].join(' ').split(/\s+/).filter(Boolean)
const said = each.join(' ')
/** Without a word all of a column is shown, or of a year. */
const narrowed = column !== '' || year !== ''
const span = /^[0-4]$/.test(asked.get('t') ?? '') ? asked.get('t') : '0'
const number = Math.max(1, Math.min(1000, Math.trunc(Number(asked.get('p'))) || 1))
const siteRoot = box.dataset.search.replace(/\/search\.json$/, '')
const heldAs = { 1: '现行有效', 2: '已修改', 3: '已废止', 4: '已失效' }
const sum = (count) => count.toLocaleString('zh-CN')

/** Texts, every second of which is where the words stand. */
const marked = (texts) =>
  texts.map((text, i) => {
    if (i % 2 === 0) return document.createTextNode(text)
    const mark = document.createElement('mark')
    mark.textContent = text
    return mark
  })
/** The same of what the server answers: in `<em>`, which is all that is markup in it. */
const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
const fromServer = (html) => marked(html.split(/<\/?em>/).map(plain))

/** @param held whether the document still holds, in a word */
function line(href, title, date, extract, held) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  if (held) {
    const mark = document.createElement('b')
    mark.className = 'held'
    mark.textContent = `[${held}]`
    link.append(mark, ' ')
  }
  link.append(...title)
  const time = document.createElement('time')
  time.dateTime = date
  time.textContent = date
  item.append(link, time)
  if (extract) {
    const text = document.createElement('p')
    text.append(...extract)
    item.append(text)
  }
  return item
}

/** What is no article, by its title. */
async function others() {
  if (number > 1 || span !== '0' || narrowed || each.length === 0) return []
  const reply = await fetch(box.dataset.search)
  if (!reply.ok) return []
  const wanted = each.map((word) => word.toLowerCase())
  const { rows, texts = [] } = await reply.json()
  const found = rows.filter(([title]) => wanted.every((word) => title.toLowerCase().includes(word)))
  const within = await Promise.all(texts.map((folder) => textsOf(folder).catch(() => [])))
  const named = new Set(within.flat().map(({ url }) => url))
  const byTitle = found.filter(([, url]) => !named.has(url)).map(([title, url, date]) => line(url, [title], date))
  const byText = within.flat().map(({ url, title, time, extract }) => line(url, marked(title), time, marked(extract)))
  return [...byTitle, ...byText]
}

/** What an area's own index finds, as that of letters: title and extract come from the pages themselves. */
async function textsOf(folder) {
  const { finder } = await import(new URL('find.js', script).href)
  const page = (id) => `${siteRoot}/${folder}/${id}.html`
  const found = await finder(`${siteRoot}/site_search/${folder}`, page).find(each, 1, 10)
  return found?.hits ?? []
}

function leaf(text, rel, to) {
  const link = document.createElement('a')
  link.rel = rel
  const kept = [...Object.entries({ q: words, t: span, c: column, y: year }), ...chosen.map((one) => ['k', one])]
  link.href = `?${new URLSearchParams([...kept.filter(([, value]) => value !== ''), ['p', to]])}`
  link.textContent = text
  return link
}

/** @param found lines, how many there are, whether that is so, how many a page has, and what else is to be said */
function show({ lines, total, sure = true, size, more = '' }, beside) {
  list.replaceChildren(...beside, ...lines)
  const all = total + beside.length
  const last = Math.ceil(total / size)
  const among = last > 1 ? `，第 ${number} / ${sum(last)} 页` : ''
  const none = all === 0 || (!sure && last <= 1 && list.children.length === 0)
  const about = sure || last <= 1 ? '' : '约 '
  const count = sure || last > 1 ? all : list.children.length
  state.textContent = `${none ? (said ? `没有找到包含「${said}」的内容。` : '没有找到内容。') : `找到 ${about}${sum(count)} 篇${among}。`}${more}`
  const pager = box.querySelector('.pager')
  pager.hidden = last < 2
  pager.replaceChildren(
    ...(number > 1 ? [leaf('上一页', 'prev', number - 1)] : []),
    ...(number < last ? [leaf('下一页', 'next', number + 1)] : []),
  )
}

async function byServer() {
  const size = 20
  const query = new URLSearchParams({ keyword: said, dateType: span, pageNumber: number, pageSize: size })
  if (column) query.set('columnId', column)
  if (year) query.set('year', year)
  const reply = await fetch(`${siteService}/api/article/queryEsArticle?${query}`)
  const { errorCode, errorMsg, value } = await reply.json()
  if (errorCode !== '0') return { refused: errorMsg }
  const lines = value.list.map((hit) =>
    line(
      hit.url.replace(/^\/site/, siteRoot),
      fromServer(hit.titleMarked),
      hit.publishTime.slice(0, 10),
      hit.extract && fromServer(hit.extract),
      heldAs[hit.validity],
    ),
  )
  const more = value.whole === false ? '检索索引正在更新，结果可能不全，请稍后再试。' : ''
  return { lines, total: value.total, size, more }
}

async function byIndex() {
  const size = 10
  const { finder } = await import(new URL('find.js', script).href)
  const page = (id) => `${siteRoot}/a/${Math.floor(id / 1000)}/${id}.html`
  const found = await finder(`${siteRoot}/site_search`, page).find(each, number, size, { column, year })
  if (!found) return { refused: '请输入两个字以上的检索词。' }
  const lines = found.hits.map(({ url, title, time, extract, held }) =>
    line(url, marked(title), time, extract.join('') && marked(extract), held),
  )
  const gone =
    found.sure || lines.length === size || found.total <= size ? '' : '本页有的文章不含完整的检索词，没有列出。'
  return { lines, total: found.total, sure: found.sure, size, more: gone }
}

async function search() {
  const behind = await globalThis.siteServer()
  for (const one of box.querySelectorAll('[data-by-server]')) one.hidden = !behind
  const beside = others().catch(() => [])
  const found = behind ? await byServer().catch(byIndex) : await byIndex()
  if (found.refused) state.textContent = found.refused
  else show(found, await beside)
}

if (each.length > 0 || narrowed) {
  box.querySelector('#q').value = said
  box.querySelector('#t').value = span
  box.querySelector('#c').value = column
  box.querySelector('#y').value = year
  state.textContent = '正在检索……'
  search().catch(() => {
    state.textContent = '检索暂时不可用，请稍后再试。'
  })
}
