// What the forms that visitors send have alike: a captcha, what was refused in words beside the button, and what was written stays until it has come through.
/** The names that fields have for programs are not for readers. */
const readable = (text) => text.replace(/（\w+）/g, '')
const unreachable = '连不上服务器，您写的内容仍在这里，请稍后再试'
/** What was refused of one field: its name, and the reason. */
const refusedField = /（(\w+)）：?([^；]*)/

/** Says at a field what is wrong with it; without a field it takes all of that away. */
function pointAt(form, field, text = '') {
  for (const old of form.querySelectorAll('.wrong')) old.remove()
  for (const one of form.querySelectorAll('[aria-invalid]')) {
    one.removeAttribute('aria-invalid')
    one.removeAttribute('aria-describedby')
  }
  if (!field?.id) return
  const id = `wrong-${field.id}`
  field.after(Object.assign(document.createElement('span'), { id, className: 'wrong', textContent: text }))
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', id)
  field.focus()
}

/**
 * Attachments that are sent as they are chosen, each by itself; one that is refused is told, and none is attached.
 * Answers how those that are there are read, and how they are let go.
 */
// biome-ignore lint/correctness/noUnusedVariables: the scripts of forms with attachments call it
function visitorFiles({ chosen, path, tell }) {
  let files = []
  async function attach() {
    files = []
    for (const one of chosen.files) {
      const body = new FormData()
      body.append('file', one)
      const reply = await fetch(path, { method: 'POST', body })
      const { errorCode, errorMsg, value } = await reply.json()
      if (errorCode !== '0') throw new Error(readable(errorMsg))
      files.push({ id: value.id, pass: value.pass })
    }
  }
  chosen.addEventListener('change', () => {
    tell('正在上传附件……')
    attach().then(
      () => tell(files.length > 0 ? `已上传 ${files.length} 个附件` : ''),
      (error) => {
        files = []
        chosen.value = ''
        tell(error instanceof TypeError ? unreachable : error.message, true)
      },
    )
  })
  return {
    all: () => files,
    drop() {
      files = []
    },
  }
}

/** Refused before the captcha was looked at: it still stands. */
const unspent = ['BAD_INPUT', 'MISSING_PARAMETER', 'TOO_LARGE']

/**
 * Makes a form work. `kept`: its fields that are kept while it is written; `body`: what is sent of their values beside the captcha; `thanks`:
 * what is said once it has come through. Answers how something is told beside the button.
 */
// biome-ignore lint/correctness/noUnusedVariables: the script of each form calls it
function visitorForm({ form, draftKey, kept, path, body, thanks }) {
  const says = form.querySelector('.says')
  const image = Object.assign(new Image(120, 40), { alt: '验证码，看不清可以换一张' })
  form.querySelector('.captcha').append(image)
  const field = (name) => form.elements.namedItem(name)
  let codeId = ''
  let requestKey = ''

  const tell = (text, bad = false) => {
    says.textContent = text
    says.classList.toggle('bad', bad)
  }
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
    if (says.classList.contains('bad')) {
      tell('')
      pointAt(form)
    }
    try {
      sessionStorage.setItem(draftKey, JSON.stringify(values()))
    } catch {} // nothing is kept here
  })

  async function send() {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-key': requestKey },
      body: JSON.stringify({ ...body(values()), verifyCode: field('verifyCode').value.trim(), codeId }),
    })
    return reply.json()
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('[type=submit]')
    if (button.disabled) return
    button.disabled = true
    tell('正在提交……')
    pointAt(form)
    try {
      // the same one while it is not known whether it came through
      requestKey ||= newKey()
      const { errorCode, errorMsg, value } = await send()
      requestKey = ''
      if (errorCode === '0') {
        form.reset()
        sessionStorage.removeItem(draftKey)
        tell(thanks(value))
      } else {
        tell(readable(errorMsg), true)
        const [, name, why] = refusedField.exec(errorMsg) ?? []
        if (name) pointAt(form, field(name), why)
      }
      if (!unspent.includes(errorCode)) await draw()
    } catch {
      tell(unreachable, true)
    }
    button.disabled = false
  })
  form.querySelector('.again').addEventListener('click', () => void draw())
  form.hidden = false
  void draw()
  return tell
}
