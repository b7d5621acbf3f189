// The forms that visitors send: a captcha, what was refused at its field or beside the button, and what was written stays until it has come through.
/** The names that fields have for programs are not for readers. */
const readable = (text) => text.replace(/（\w+）/g, '')
const unreachable = '连不上服务器，您写的内容仍在这里，请稍后再试'
/** As every refusal names a field: 「标题（title）：…」. */
const named = /^.{1,60}?（([A-Za-z][\w.]{0,80})）：/
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
 * what is said once it has come through. `draft`: how a form reads and lays what is kept of it, where that is more than its fields; `refused`: puts
 * a refusal where it belongs, where that is not a field, and answers whether it has. Answers how something is told beside the button.
 */
function visitorForm({ form, draftKey, kept, draft = fieldsOf(form, kept), path, body, thanks, refused }) {
  const says = form.querySelector('.says')
  const image = Object.assign(new Image(120, 40), { alt: '验证码，看不清可以换一张' })
  form.querySelector('.captcha').append(image)
  const field = (name) => form.elements.namedItem(name)
  let codeId = ''
  const keyPlace = `${draftKey}.key`
  let requestKey = ''
  try {
    // the page was loaded anew before an answer came
    requestKey = sessionStorage.getItem(keyPlace) ?? ''
  } catch {} // nothing is kept here
  /** The same one while it is not known whether what was sent came through; none once it is. */
  const setKey = (key) => {
    requestKey = key
    try {
      if (key) sessionStorage.setItem(keyPlace, key)
      else sessionStorage.removeItem(keyPlace)
    } catch {} // nothing is kept here
  }

  const tell = (text, bad = false) => {
    says.textContent = text
    says.classList.toggle('bad', bad)
  }
  /** The words that stand at a field; none are taken away. */
  const tellAt = (name, text) => {
    const at = field(name)
    const place = document.getElementById(`${name}-says`)
    if (!place || !at?.setAttribute) return false
    place.textContent = text
    if (text) at.setAttribute('aria-invalid', 'true')
    else at.removeAttribute('aria-invalid')
    return true
  }
  const clear = () => {
    for (const place of form.querySelectorAll('.field-says')) tellAt(place.id.slice(0, -'-says'.length), '')
  }
  /** What was refused, where it is about: all at fields, or all beside the button. */
  const refuse = (message) => {
    const parts = []
    for (const part of message.split('；')) {
      const [label, name] = named.exec(part) ?? []
      if (label !== undefined) parts.push([name, part.slice(label.length)])
      else if (parts.length > 0) parts.at(-1)[1] += `；${part}`
      else return tell(readable(message), true)
    }
    if (!parts.every(([name]) => document.getElementById(`${name}-says`))) return tell(readable(message), true)
    for (const [name, text] of parts) tellAt(name, text)
    tell('请按标出的提示修改', true)
    field(parts[0][0])?.focus()
  }
  const draw = () =>
    fetch(`${siteService}/suggest/code`)
      .then((reply) => reply.json())
      .then(({ errorCode, errorMsg, value }) => {
        if (errorCode !== '0') return tell(errorMsg, true)
        codeId = value.codeId
        image.src = value.image
        field('verifyCode').value = ''
      })
      .catch(() => tell(unreachable, true))

  const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
  /** What is personal is in no draft. */
  const undrafted = Object.fromEntries(
    kept.filter((name) => field(name).dataset?.undrafted !== undefined).map((name) => [name, undefined]),
  )

  // what was written is not lost with the page
  try {
    draft.lay(JSON.parse(sessionStorage.getItem(draftKey) ?? '{}'))
  } catch {} // begun anew
  form.addEventListener('input', ({ target }) => {
    // what was refused is being mended
    tellAt(target.name, '')
    if (says.classList.contains('bad')) tell('')
    try {
      sessionStorage.setItem(draftKey, JSON.stringify({ ...draft.read(), ...undrafted }))
    } catch {} // nothing is kept here
  })

  async function send() {
    const reply = await fetch(siteService + path, {
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
    clear()
    tell('正在提交……')
    try {
      if (!requestKey) setKey(newKey())
      let answer = await send()
      // what the key was for did come through, and since then something else was typed
      if (answer.errorCode === 'CONFLICT' && answer.errorMsg.includes('x-request-key')) {
        setKey(newKey())
        answer = await send()
      }
      const { errorCode, errorMsg, value } = answer
      setKey('')
      if (errorCode === '0') {
        form.reset()
        sessionStorage.removeItem(draftKey)
        tell(thanks(value))
      } else if (refused?.(value)) tell('请按标出的提示修改', true)
      else refuse(errorMsg)
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

/** Sends chosen files, each by itself; one that is refused is told, and none is attached. @returns what is attached at the moment */
function attaching(chosen, path, tell) {
  let files = []
  const attach = async () => {
    files = []
    for (const one of chosen.files) {
      const body = new FormData()
      body.append('file', one)
      const reply = await fetch(siteService + path, { method: 'POST', body })
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
    get: () => files,
    drop() {
      files = []
    },
  }
}

for (const form of document.querySelectorAll('[data-form]')) {
  const { draft: name, path, thanks, files: filesPath } = form.dataset
  const kept = [...form.elements].map((one) => one.name).filter((one) => one && one !== 'verifyCode')
  let attached = null
  const tell = visitorForm({
    ...{ form, draftKey: `site.${name}`, kept, path },
    body(values) {
      const files = attached?.get() ?? []
      const filled = Object.entries(values).filter(([, value]) => value !== '')
      return { ...Object.fromEntries(filled), ...(files.length > 0 && { files }) }
    },
    thanks(value) {
      attached?.drop()
      return thanks.replace(/\{(\w+)\}/g, (_, one) => value?.[one] ?? '')
    },
  })
  const belonging = [...form.querySelectorAll('[data-when]')]
  /** Fields that are asked of some only: there where these have been chosen, and needed then. */
  const arrange = () => {
    for (const place of belonging) {
      const [chosen, values] = place.dataset.when.split('=')
      place.hidden = !values.split(',').includes(form.elements.namedItem(chosen).value)
      place.querySelector('input').required = !place.hidden
      place.querySelector('b').hidden = place.hidden
    }
  }
  form.addEventListener('change', arrange)
  form.addEventListener('reset', () => queueMicrotask(arrange))
  arrange()
  if (filesPath) attached = attaching(form.elements.namedItem('files'), filesPath, tell)
}
