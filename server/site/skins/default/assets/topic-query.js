// The form by which whoever wrote a topic reads how it stands, by code and phone.
const form = document.querySelector('[data-topic-query]')
const found = document.querySelector('.found')
const says = form.querySelector('.says')
const states = form.dataset.states.split('|')

const tell = (text, bad = false) => {
  says.textContent = text
  says.classList.toggle('bad', bad)
}
const typed = (name) => form.elements.namedItem(name).value.trim()
const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more })

function show(topic) {
  found.replaceChildren(
    made('h2', topic.title),
    made('p', `审核状态：${states[topic.state] ?? ''}`),
    ...(topic.says ? [made('p', topic.says)] : []),
    ...topic.answers.flatMap(({ content, deptName, at }) => [
      made('h2', '回复'),
      ...content.split(/\n+/).map((line) => made('p', line)),
      made('p', `${deptName ?? ''} ${at.slice(0, 10)}`, { className: 'signed' }),
    ]),
  )
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  tell('正在查询……')
  try {
    const reply = await fetch(siteService + form.dataset.topicQuery, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: typed('code'), phone: typed('phone') }),
    })
    const { errorCode, errorMsg, value } = await reply.json()
    if (errorCode !== '0') return tell(errorMsg.replace(/（\w+）/g, ''), true)
    tell('')
    show(value)
  } catch {
    tell('连不上服务器，请稍后再试', true)
  }
})
form.hidden = false
