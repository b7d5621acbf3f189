// The form of 我要建议: a captcha, what was refused in words beside the button, and what was written stays until it has come through.
const form = document.querySelector('[data-suggest]')
const says = form.querySelector('.says')
const image = Object.assign(new Image(120, 40), { alt: '验证码，看不清可以换一张' })
form.querySelector('.captcha').append(image)
const code = form.elements.namedItem('verifyCode')
const draftKey = 'site.suggest'
const kept = ['title', 'content', 'name', 'phone']
let codeId = ''
let requestKey = ''

const tell = (text, bad = false) => {
  says.textContent = text
  says.classList.toggle('bad', bad)
}
/** Refused before the captcha was looked at: it still stands. */
const unspent = ['BAD_INPUT', 'MISSING_PARAMETER', 'TOO_LARGE']
/** The names that fields have for programs are not for readers. */
const readable = (text) => text.replace(/（\w+）/g, '')
const unreachable = '连不上服务器，您写的内容仍在这里，请稍后再试'

const draw = () =>
  fetch('/suggest/code')
    .then((reply) => reply.json())
    .then(({ errorCode, errorMsg, value }) => {
      if (errorCode !== '0') return tell(errorMsg, true)
      codeId = value.codeId
      image.src = value.image
      code.value = ''
    })
    .catch(() => tell(unreachable, true))

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
const values = () => Object.fromEntries(kept.map((name) => [name, form.elements.namedItem(name).value.trim()]))

// what was written is not lost with the page
try {
  const draft = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}')
  for (const name of kept) form.elements.namedItem(name).value = draft[name] ?? ''
} catch {} // begun anew
form.addEventListener('input', () => {
  // what was refused is being mended
  if (says.classList.contains('bad')) tell('')
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(values()))
  } catch {} // nothing is kept here
})

async function send() {
  const { name, phone, ...rest } = values()
  const body = { ...rest, ...(name && { name }), ...(phone && { phone }), verifyCode: code.value.trim(), codeId }
  const reply = await fetch('/suggest/add', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-request-key': requestKey },
    body: JSON.stringify(body),
  })
  return reply.json()
}

form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const button = form.querySelector('[type=submit]')
  if (button.disabled) return
  button.disabled = true
  tell('正在提交……')
  try {
    // the same one while it is not known whether it came through
    requestKey ||= newKey()
    const { errorCode, errorMsg, value } = await send()
    requestKey = ''
    if (errorCode === '0') {
      form.reset()
      sessionStorage.removeItem(draftKey)
      tell(`提交成功，感谢您的建议。编号是 ${value.id}，请记下，来电询问时可以报这个编号。`)
    } else tell(readable(errorMsg), true)
    if (!unspent.includes(errorCode)) await draw()
  } catch {
    tell(unreachable, true)
  }
  button.disabled = false
})
form.querySelector('.again').addEventListener('click', () => void draw())
form.hidden = false
void draw()
