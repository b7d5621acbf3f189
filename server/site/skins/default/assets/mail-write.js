// The form of 我要写信: attachments are sent as they are chosen, what was refused is told beside the button, and nothing that was typed is lost.
const form = document.querySelector('[data-mail]')
const says = form.querySelector('.says')
const image = Object.assign(new Image(120, 40), { alt: '验证码，看不清可以换一张' })
form.querySelector('.captcha').append(image)
const field = (name) => form.elements.namedItem(name)
const draftKey = 'site.mail'
const kept = ['type', 'title', 'content', 'name', 'phone', 'openFlag']
let codeId = ''
let requestKey = ''
let files = []

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
      field('verifyCode').value = ''
    })
    .catch(() => tell(unreachable, true))

const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
const values = () => Object.fromEntries(kept.map((name) => [name, field(name).value.trim()]))

// what was written is not lost with the page
try {
  const draft = JSON.parse(sessionStorage.getItem(draftKey) ?? '{}')
  for (const name of kept) if (draft[name]) field(name).value = draft[name]
} catch {} // begun anew
form.addEventListener('input', () => {
  // what was refused is being mended
  if (says.classList.contains('bad')) tell('')
  try {
    sessionStorage.setItem(draftKey, JSON.stringify(values()))
  } catch {} // nothing is kept here
})

/** Sends the chosen files, each by itself; one that is refused is told, and none is attached. */
async function attach() {
  files = []
  for (const one of field('files').files) {
    const body = new FormData()
    body.append('file', one)
    const reply = await fetch('/x/mail/upload', { method: 'POST', body })
    const { errorCode, errorMsg, value } = await reply.json()
    if (errorCode !== '0') throw new Error(readable(errorMsg))
    files.push({ id: value.id, pass: value.pass })
  }
}
field('files').addEventListener('change', () => {
  tell('正在上传附件……')
  attach().then(
    () => tell(files.length > 0 ? `已上传 ${files.length} 个附件` : ''),
    (error) => {
      files = []
      field('files').value = ''
      tell(error instanceof TypeError ? unreachable : error.message, true)
    },
  )
})

async function send() {
  const body = { ...values(), ...(files.length > 0 && { files }), verifyCode: field('verifyCode').value.trim(), codeId }
  const reply = await fetch('/web/mail/add', {
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
      files = []
      sessionStorage.removeItem(draftKey)
      tell(`提交成功。查询码是 ${value.code}，请记下，凭查询码和手机号查看答复。`)
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
