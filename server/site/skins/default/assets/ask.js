// 在线问答: finds the answers that are like a question on the page itself; without scripts the server draws them.
const place = document.querySelector('[data-ask]')
const form = place.querySelector('form')
const found = place.querySelector('.found')
const { folder, mail, feedback } = place.dataset
const size = 8

const made = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more })

function section({ id, title, content, deptName }) {
  const box = made('section', '')
  const heading = made('h2', '')
  heading.append(made('a', title, { href: `${folder}${id}.html` }))
  box.append(heading, ...content.split(/\n+/).map((line) => made('p', line)))
  if (deptName) box.append(made('p', deptName, { className: 'signed' }))
  const acts = made('p', '')
  acts.append(
    made('a', '评价这条答案', { href: `${folder}rate_${id}.html` }),
    ' ',
    made('a', '没有帮助，告诉我们', { href: `${folder}feedback_${id}.html` }),
  )
  box.append(acts)
  return box
}

/** Where nothing fits there is still somebody to write to. */
function otherwise() {
  const line = made('p', '没有解决您的问题？可以')
  line.append(made('a', '给领导信箱写信', { href: mail }), '，或', made('a', '告诉我们', { href: feedback }), '。')
  return line
}

let asked = 0
async function ask(quest) {
  asked += 1
  const now = asked
  found.replaceChildren(made('p', '正在查找……'))
  const query = new URLSearchParams({ quest, size })
  let answer
  try {
    answer = await (await fetch(`${siteService}/questAnswer/getqusetLikeDetail?${query}`)).json()
  } catch {
    answer = { errorCode: 'UNAVAILABLE', errorMsg: '连不上服务器，请稍后再试' }
  }
  // another question was asked meanwhile
  if (now !== asked) return
  const { errorCode, errorMsg, value } = answer
  if (errorCode !== '0') return found.replaceChildren(made('p', errorMsg.replace(/（\w+）/g, '')), otherwise())
  const some = value.length > 0 ? value.map(section) : [made('p', '没有找到相近的问答。')]
  found.replaceChildren(...some, otherwise())
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  const quest = form.elements.namedItem('quest').value.trim()
  if (quest) void ask(quest)
})
