// Asks the server, which looks through the titles and texts of all articles; where there is none, the titles of the newest in search.json.
// Shows text only as text.
const box = document.querySelector('[data-search]')
const state = box.querySelector('.search-state')
const list = box.querySelector('.news')
const asked = new URLSearchParams(location.search)
const words = (asked.get('q') ?? '').slice(0, 60).trim()
const span = /^[0-4]$/.test(asked.get('t') ?? '') ? asked.get('t') : '0'
const number = Math.max(1, Math.min(1000, Math.trunc(Number(asked.get('p'))) || 1))
const size = 20
const shown = 100
const siteRoot = box.dataset.search.replace(/\/search\.json$/, '')
const sum = (count) => count.toLocaleString('zh-CN')

/** Text with the words that were found in `<em>`, which is all that is markup in it. */
function marked(html) {
  const plain = (text) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  return html.split(/<\/?em>/).map((text, i) => {
    if (i % 2 === 0) return document.createTextNode(plain(text))
    const mark = document.createElement('mark')
    mark.textContent = plain(text)
    return mark
  })
}

function line(href, title, date, extract) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = href
  link.append(...title)
  const time = document.createElement('time')
  time.dateTime = date
  time.textContent = date
  item.append(link, time)
  if (extract) {
    const text = document.createElement('p')
    text.append(...marked(extract))
    item.append(text)
  }
  return item
}

async function titles() {
  const reply = await fetch(box.dataset.search)
  if (!reply.ok) throw new Error(String(reply.status))
  const { rows, total } = await reply.json()
  const wanted = words.toLowerCase().split(/\s+/)
  return { rows, total, found: rows.filter(([title]) => wanted.every((word) => title.toLowerCase().includes(word))) }
}

function showTitles({ rows, total, found }) {
  list.replaceChildren(...found.slice(0, shown).map(([title, url, date]) => line(url, [title], date)))
  const among = total > rows.length ? `（只检索最新的 ${sum(rows.length)} 篇）` : ''
  if (found.length === 0) state.textContent = `没有找到标题包含「${words}」的内容${among}。`
  else if (found.length > shown) state.textContent = `找到 ${found.length} 篇，显示最新的 ${shown} 篇${among}。`
  else state.textContent = `找到 ${found.length} 篇${among}。`
}

async function articles() {
  const query = new URLSearchParams({ keyword: words, dateType: span, pageNumber: number, pageSize: size })
  const reply = await fetch(`/api/article/queryEsArticle?${query}`)
  const { errorCode, errorMsg, value } = await reply.json()
  return errorCode === '0' ? value : { refused: errorMsg }
}

function leaf(text, rel, to) {
  const link = document.createElement('a')
  link.rel = rel
  link.href = `?${new URLSearchParams({ q: words, t: span, p: to })}`
  link.textContent = text
  return link
}

function showArticles({ list: hits, total, whole }, others) {
  const beside = number === 1 && span === '0' ? others : []
  list.replaceChildren(
    ...beside.map(([title, url, date]) => line(url, [title], date)),
    ...hits.map((hit) =>
      line(hit.url.replace(/^\/site/, siteRoot), marked(hit.titleMarked), hit.publishTime.slice(0, 10), hit.extract),
    ),
  )
  const all = total + beside.length
  const last = Math.ceil(total / size)
  const among = last > 1 ? `，第 ${number} / ${sum(last)} 页` : ''
  const soon = whole === false ? '检索索引正在更新，结果可能不全，请稍后再试。' : ''
  state.textContent = `${all === 0 ? `没有找到包含「${words}」的内容。` : `找到 ${sum(all)} 篇${among}。`}${soon}`
  const pager = box.querySelector('.pager')
  pager.hidden = last < 2
  pager.replaceChildren(
    ...(number > 1 ? [leaf('上一页', 'prev', number - 1)] : []),
    ...(number < last ? [leaf('下一页', 'next', number + 1)] : []),
  )
}

async function search() {
  const [byServer, byTitle] = await Promise.allSettled([articles(), titles()])
  if (byServer.status === 'rejected') {
    if (byTitle.status === 'rejected') throw byTitle.reason
    return showTitles(byTitle.value)
  }
  if (byServer.value.refused) {
    state.textContent = byServer.value.refused
    return
  }
  box.querySelector('label[for="q"]').textContent = '检索词'
  for (const one of box.querySelectorAll('[data-by-server]')) one.hidden = false
  const others = byTitle.status === 'fulfilled' ? byTitle.value.found : []
  showArticles(
    byServer.value,
    others.filter(([, url]) => !/\/a\/\d+\/\d+\.html$/.test(url)),
  )
}

if (words) {
  box.querySelector('input').value = words
  box.querySelector('select').value = span
  state.textContent = '正在检索……'
  search().catch(() => {
    state.textContent = '检索暂时不可用，请稍后再试。'
  })
}
