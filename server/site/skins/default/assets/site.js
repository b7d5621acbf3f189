// Font size, print, close, the counter of views, and hot words. Every page is whole without it: what needs it is hidden until it runs.
const sizes = { small: '16px', normal: '18px', large: '22px' }

function setSize(size) {
  for (const content of document.querySelectorAll('.content')) content.style.setProperty('--text-size', sizes[size])
  for (const button of document.querySelectorAll('[data-size]'))
    button.setAttribute('aria-pressed', String(button.dataset.size === size))
}

for (const tools of document.querySelectorAll('.tools')) tools.hidden = false
for (const button of document.querySelectorAll('[data-size]'))
  button.addEventListener('click', () => setSize(button.dataset.size))
for (const button of document.querySelectorAll('[data-print]')) button.addEventListener('click', () => window.print())
for (const button of document.querySelectorAll('[data-close]')) {
  button.hidden = window.opener === null
  button.addEventListener('click', () => window.close())
}

for (const counter of document.querySelectorAll('[data-hit]'))
  fetch(`/api/article/hit?articleID=${encodeURIComponent(counter.dataset.hit)}`)
    .then((reply) => reply.json())
    .then((reply) => {
      const hits = reply.errorCode === '0' ? Number(reply.value.hits) : 0
      if (!(hits > 0)) return
      counter.textContent = hits.toLocaleString('zh-CN')
      counter.parentElement.hidden = false
    })
    .catch(() => {}) // the page is read all the same

// a menu that would stand out of the page moves to the left
for (const menu of document.querySelectorAll('.nav li > ul')) {
  const place = () => {
    menu.style.left = ''
    const over = menu.getBoundingClientRect().right - document.documentElement.clientWidth + 16
    if (over > 0) menu.style.left = `${-over}px`
  }
  menu.parentElement.addEventListener('mouseenter', place)
  menu.parentElement.addEventListener('focusin', place)
}

// what can be scrolled is reached by the Tab key too
const tables = document.querySelectorAll('.content table')
function reachTables() {
  for (const table of tables)
    if (table.scrollWidth > table.clientWidth) table.tabIndex = 0
    else table.removeAttribute('tabindex')
}
addEventListener('load', reachTables)
addEventListener('resize', reachTables)

/** What does not fit the line is not there for the Tab key either. */
function oneLine(place) {
  const links = [...place.querySelectorAll('a')]
  for (const link of links) link.hidden = false
  for (const link of links) link.hidden = link.offsetTop >= place.clientHeight
}

const hotWords = 6

for (const place of document.querySelectorAll('[data-hot]'))
  fetch(`/hot/top?size=${hotWords}`, { method: 'POST' })
    .then((reply) => reply.json())
    .then(({ errorCode, value }) => {
      if (errorCode !== '0' || value.length === 0) return
      for (const { name } of value) {
        const link = document.createElement('a')
        link.href = `${place.dataset.hot}?q=${encodeURIComponent(name)}`
        link.textContent = name
        place.append(link)
      }
      place.hidden = false
      oneLine(place)
      addEventListener('resize', () => oneLine(place))
    })
    .catch(() => {})
