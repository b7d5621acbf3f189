// Searches the titles of the newest articles in search.json; shows text only as text.
const box = document.querySelector('[data-search]')
const state = box.querySelector('.search-state')
const list = box.querySelector('.news')
const words = (new URLSearchParams(location.search).get('q') ?? '').slice(0, 60).trim()
const shown = 100

function line([title, url, date]) {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = url
  link.textContent = title
  const time = document.createElement('time')
  time.dateTime = date
  time.textContent = date
  item.append(link, time)
  return item
}

async function search() {
  const reply = await fetch(box.dataset.search)
  if (!reply.ok) throw new Error(String(reply.status))
  const { rows, total } = await reply.json()
  const wanted = words.toLowerCase().split(/\s+/)
  const found = rows.filter(([title]) => wanted.every((word) => title.toLowerCase().includes(word)))
  list.replaceChildren(...found.slice(0, shown).map(line))
  const among = total > rows.length ? `（只检索最新的 ${rows.length.toLocaleString('zh-CN')} 篇）` : ''
  if (found.length === 0) state.textContent = `没有找到标题包含「${words}」的内容${among}。`
  else if (found.length > shown) state.textContent = `找到 ${found.length} 篇，显示最新的 ${shown} 篇${among}。`
  else state.textContent = `找到 ${found.length} 篇${among}。`
}

if (words) {
  box.querySelector('input').value = words
  state.textContent = '正在检索……'
  search().catch(() => {
    state.textContent = '检索暂时不可用，请稍后再试。'
  })
}
