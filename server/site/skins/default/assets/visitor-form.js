// What the forms that visitors send have alike: a captcha, what was refused in words beside the button, and what was written stays until it has come through.
/** The names that fields have for programs are not for readers. */
const readable = (text) => text.replace(/（\w+）/g, '')
const unreachable = '连不上服务器，您写的内容仍在这里，请稍后再试'
/** Refused before the captcha was looked at: it still stands. */
const unspent = ['BAD_INPUT', 'MISSING_PARAMETER', 'TOO_LARGE']

/** What is kept of a form's fields while it is written. */
const fieldsOf = (form, kept) => ({
  read: () => Object.fromEntries(kept.map((name) => [name, form.elements.namedItem(name).value.trim()])),
  lay(was) {
    for (const name of kept) if (was[name]) form.elements.namedItem(name).value = was[name]
  },
})

/**
 * Makes a form work. `kept`: its fields that are kept while it is written; `body`: what is sent of their values beside the captcha; `thanks`:
 * what is said once it has come through. Answers how something is told beside the button.
 */
// biome-ignore lint/correctness/noUnusedVariables: the script of each form calls it
function visitorForm({ form, draftKey, kept, draft = fieldsOf(form, kept), path, body, thanks, refused }) {
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

  // what was written is not lost with the page
  try {
    draft.lay(JSON.parse(sessionStorage.getItem(draftKey) ?? '{}'))
  } catch {} // begun anew
  form.addEventListener('input', () => {
    // what was refused is being mended
    if (says.classList.contains('bad')) tell('')
    try {
      sessionStorage.setItem(draftKey, JSON.stringify(draft.read()))
    } catch {} // nothing is kept here
  })

  async function send() {
    const reply = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-key': requestKey },
      body: JSON.stringify({ ...body(draft.read()), verifyCode: field('verifyCode').value.trim(), codeId }),
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
        tell(thanks(value))
      } else {
        tell(readable(errorMsg), true)
        refused?.({ errorCode, value })
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
