// The forms that visitors send: a captcha, what was refused at its field or beside the button, and what was written stays until it has come through.
/** The names that fields have for programs are not for readers. */
const readable = (text) => text.replace(/（\w+）/g, '')
const unreachable = '连不上服务器，您写的内容仍在这里，请稍后再试'
/** As every refusal names a field: 「标题（title）：…」. */
const named = /^.{1,60}?（([A-Za-z][\w.]{0,80})）：/
/** Refused before the captcha was looked at: it still stands. */
const unspent = ['BAD_INPUT', 'MISSING_PARAMETER', 'TOO_LARGE']
const element = (name, text, more = {}) => Object.assign(document.createElement(name), { textContent: text, ...more })

/** What is kept of a form's fields while it is written. */
const fieldsOf = (form, kept) => ({
  read: () => Object.fromEntries(kept.map((name) => [name, form.elements.namedItem(name).value.trim()])),
  lay(was) {
    for (const name of kept) if (was[name]) form.elements.namedItem(name).value = was[name]
  },
})

/** What is kept in this tab alone; where nothing can be kept, it is as if nothing had been. */
const kept = (place) => ({
  get() {
    try {
      return JSON.parse(sessionStorage.getItem(place))
    } catch {
      return null
    }
  },
  set(value) {
    try {
      if (value === null) sessionStorage.removeItem(place)
      else sessionStorage.setItem(place, JSON.stringify(value))
    } catch {} // nothing is kept here
  },
})

/** Puts a text on the clipboard; where a browser has none for pages, as without https, by what is marked. */
async function copyOf(shown) {
  if (navigator.clipboard) return navigator.clipboard.writeText(shown.textContent)
  getSelection().selectAllChildren(shown)
  if (!document.execCommand('copy')) throw new Error('refused')
}

/**
 * What has come through, at a place of its own, over which nothing is written: the words of thanks, a number or code in them large and to be copied,
 * and the way to where it is asked for. @param said the words in front of the code, the code ('': there is none), the words behind it, and whether
 * one asks by it
 */
function gotten([before, code, after, asks], query, more) {
  const place = element('section', '', { className: 'got', tabIndex: -1, ariaLabel: '提交结果' })
  const line = element('p', before)
  place.append(line)
  if (code) {
    const shown = element('strong', code, { className: 'code' })
    line.append(shown, after)
    const copied = element('span', '', { role: 'status' })
    const press = element('button', '复制', { type: 'button', className: 'button' })
    press.addEventListener('click', () =>
      copyOf(shown).then(
        () => copied.replaceChildren('已复制'),
        () => copied.replaceChildren('没能复制，请抄下'),
      ),
    )
    const way = element('p', '')
    way.append(press, copied)
    if (query && asks) {
      const link = element('a', '用它查询', { href: query })
      link.addEventListener('click', () => kept('site.code').set(code))
      way.append(link)
    }
    place.append(way)
  }
  place.append(...more)
  return place
}

/** The same whatever the order of its fields, beside the files, which are gone once a page was loaded anew. */
const alike = (one, other) => {
  const plain = ({ files: _, ...rest }) => JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)))
  return plain(one) === plain(other) && (!other.files || JSON.stringify(one.files) === JSON.stringify(other.files))
}
const isOtherContent = ({ errorCode, errorMsg }) => errorCode === 'CONFLICT' && errorMsg.includes('x-request-key')

/** What tells this browser from others, to this site alone; it stands for nobody. */
const visitorKey = (() => {
  const keyName = 'site.survey.key'
  // where nothing is kept, it is known as long as the page is open
  const own = [...crypto.getRandomValues(new Uint32Array(8))].map((one) => one.toString(36)).join('-')
  return () => {
    try {
      const key = localStorage.getItem(keyName) ?? own
      localStorage.setItem(keyName, key)
      return key
    } catch {
      return own
    }
  }
})()

/**
 * Makes a form work. `fields`: its fields that are kept while it is written; `body`: what is sent of their values beside the captcha; `ready`: what
 * is looked at and waited for before it is sent, and answers why it can't be; `unready`: has files sent anew; `thanks`: what is said once it has come through, as `gotten` takes it. `draft`: how
 * a form reads and lays what is kept of it, where that is more than its fields; `refused`: puts a refusal where it belongs, where that is not a field,
 * and answers whether it has; `another`: what is pressed for one more. Answers how something is told beside the button.
 */
function visitorForm({
  form,
  draftKey,
  fields,
  draft = fieldsOf(form, fields),
  path,
  body,
  ready,
  unready,
  thanks,
  refused,
  another,
}) {
  const says = form.querySelector('.says')
  const image = Object.assign(new Image(120, 40), { alt: '验证码，看不清可以换一张' })
  form.querySelector('.captcha').append(image)
  const field = (name) => form.elements.namedItem(name)
  const query = form.closest('.write')?.querySelector('[data-query]')?.href
  /** What is personal is in no draft. */
  const undrafted = fields.filter((name) => field(name).dataset?.undrafted !== undefined)
  const withoutPersonal = (values) => ({ ...values, ...Object.fromEntries(undrafted.map((name) => [name, undefined])) })
  const written = kept(draftKey)
  const keyPlace = kept(`${draftKey}.key`)
  const lostPlace = kept(`${draftKey}.lost`)
  let codeId = ''
  /** The same one until something has come through under it, also after the page was loaded anew. */
  let requestKey = keyPlace.get() ?? ''
  /** What was sent under it without an answer: any of it may have come through. */
  let lost = lostPlace.get() ?? []
  const setKey = (key) => {
    requestKey = key
    lost = []
    keyPlace.set(key || null)
    lostPlace.set(null)
  }
  const lose = (sent) => {
    if (!lost.includes(sent)) lost = [...lost, sent]
    lostPlace.set(lost.map(withoutPersonal))
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
        if (errorCode !== '0') return tellAt('verifyCode', `没有取到验证码：${errorMsg}`)
        codeId = value.codeId
        image.src = value.image
        field('verifyCode').value = ''
      })
      .catch(() => tellAt('verifyCode', '没有取到验证码：连不上服务器，请稍后点「换一张」'))

  const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

  // what was written is not lost with the page
  try {
    draft.lay(written.get() ?? {})
  } catch {} // begun anew
  form.addEventListener('input', ({ target }) => {
    // what was refused is being mended
    tellAt(target.name, '')
    if (says.classList.contains('bad')) tell('')
    written.set(withoutPersonal(draft.read()))
  })

  async function send(given) {
    try {
      const reply = await fetch(siteService + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-request-key': requestKey },
        body: JSON.stringify({ ...given, verifyCode: field('verifyCode').value.trim(), codeId }),
      })
      return await reply.json()
    } catch (error) {
      lose(given)
      throw error
    }
  }
  /** What came through without an answer, asked for again with the very same content. */
  async function askLost() {
    for (const one of lost) {
      const answer = await send(one)
      if (answer.errorCode === '0') return answer.value
    }
    return null
  }
  const show = (value, note = []) => {
    const buttons = []
    if (another && note.length === 0) {
      const press = element('button', another, { type: 'button', className: 'button' })
      press.addEventListener('click', () => {
        press.remove()
        form.hidden = false
        void draw()
      })
      buttons.push(press)
    }
    const place = gotten(thanks(value), query, [...note, ...buttons])
    form.before(place)
    place.focus()
  }

  /** Sends what was typed; answers whether another captcha is needed for what comes next. */
  async function submit() {
    tell('正在提交……')
    const lacks = ready ? await ready() : ''
    if (lacks) return tell(lacks, true)
    if (!requestKey) setKey(newKey())
    const typed = body(draft.read())
    const personal = Object.fromEntries(undrafted.flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])))
    lost = lost.map((one) => ({ ...personal, ...one }))
    const answer = await send(lost.find((one) => alike(one, typed)) ?? typed)
    const { errorCode, errorMsg, value } = answer
    if (errorCode === '0') {
      setKey('')
      form.reset()
      written.set(null)
      tell('')
      form.hidden = true
      show(value)
      return
    }
    if (isOtherContent(answer)) {
      const before = await askLost()
      setKey('')
      // the one on the page was used up by what came through
      await draw()
      const after = '这一次填写的内容与那一次不同，没有提交；确需另交一份，请再按一次提交。'
      if (before === null) return tell(`先前没有收到回音的那一次其实已经提交成功。${after}`, true)
      tell('')
      show(before, [element('p', `这是先前没有收到回音的那一次，其实已经提交成功。${after}`, { className: 'note' })])
      return
    }
    // files are looked at once the captcha is used up, and what is refused of them is sent anew
    const ofFiles = errorMsg.includes('（files）')
    if (ofFiles) unready?.()
    if (refused?.(value)) tell('请按标出的提示修改', true)
    else if (errorCode !== 'CAPTCHA_WRONG') refuse(errorMsg)
    if (ofFiles || !unspent.includes(errorCode)) await draw()
    if (errorCode === 'CAPTCHA_WRONG') refuse(`验证码（verifyCode）：${errorMsg}`)
  }
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const button = form.querySelector('[type=submit]')
    if (button.disabled) return
    button.disabled = true
    clear()
    try {
      await submit()
    } catch {
      tell(unreachable, true)
    }
    button.disabled = false
  })
  form.querySelector('.again').addEventListener('click', () => {
    tellAt('verifyCode', '')
    void draw()
  })
  form.hidden = false
  void draw()
  return tell
}

/**
 * Sends chosen files, each by itself, and tells of it at their field. What is refused leaves the others attached, and is sent without only by
 * who has read that it is missing and presses once more. `place`: where it is kept how many were chosen, for files themselves are in no draft.
 */
function attaching(chosen, path, place) {
  const says = document.getElementById('files-says')
  const tell = (text, bad = false) => {
    says.textContent = text
    if (bad) chosen.setAttribute('aria-invalid', 'true')
    else chosen.removeAttribute('aria-invalid')
  }
  /** What is on its way or has come; null: what was chosen is still to be sent. Whoever chose others meanwhile is told of these alone. */
  let sending = null
  let files = []
  /** Something that was chosen is missing, and nobody has pressed since. */
  let missing = false
  const gone = place.get()
  if (gone) tell(`先前选的 ${gone} 个附件没有保留，请重新选择`)
  /** One file's mark, or why it is refused. */
  async function one(file) {
    if (file.size > chosen.dataset.maxMb * 1024 * 1024)
      return `「${file.name}」超过 ${chosen.dataset.maxMb} MB，请缩小后再选`
    const body = new FormData()
    body.append('file', file)
    const reply = await fetch(siteService + path, { method: 'POST', body })
    const { errorCode, errorMsg, value } = await reply.json()
    return errorCode === '0' ? { id: value.id, pass: value.pass } : readable(errorMsg)
  }
  /** Answers what was refused. */
  async function attach(mine) {
    const { most } = chosen.dataset
    if (chosen.files.length > most) return [`最多 ${most} 个附件，请重新选择`]
    const [sent, refused] = [[], []]
    for (const file of chosen.files) {
      const came = await one(file)
      if (sending !== mine) return []
      if (typeof came === 'string') refused.push(came)
      else sent.push(came)
    }
    files = sent
    tell(sent.length > 0 ? `已上传 ${sent.length} 个附件` : '')
    return refused
  }
  function begin() {
    const mine = { done: null }
    sending = mine
    files = []
    missing = false
    place.set(chosen.files.length || null)
    tell(chosen.files.length > 0 ? '正在上传附件……' : '')
    mine.done = attach(mine).then(
      (refused) => {
        if (sending !== mine) return false
        if (refused.length === 0) return true
        missing = true
        sending = null
        // what is refused is not sent again; what has come stays
        chosen.value = ''
        place.set(files.length || null)
        tell([says.textContent, ...refused].filter(Boolean).join('；'), true)
        return false
      },
      () => {
        // what could not be sent is sent again with the form
        if (sending !== mine) return false
        sending = null
        tell('附件没有传上去：连不上服务器，提交时会再传', true)
        return false
      },
    )
  }
  chosen.addEventListener('change', begin)
  const without = () =>
    `有附件没有上传，还没有提交：请重新选择附件${files.length > 0 ? '（须连同已上传的一起选）' : ''}；不附它，请再按一次提交`
  return {
    get: () => files,
    /** Why not all that was chosen has come, once it should have; '': it has, or is known to be missing. */
    async ready() {
      if (!sending && chosen.files.length > 0) begin()
      while (sending) {
        const mine = sending
        const well = await mine.done
        if (mine === sending && well) break
        if (!sending && !missing) return '附件没有上传成功，还没有提交'
      }
      if (!missing) return ''
      missing = false
      return without()
    },
    drop() {
      sending = null
      files = []
      missing = false
      chosen.value = ''
      place.set(null)
      tell('')
    },
  }
}

for (const form of document.querySelectorAll('[data-form]')) {
  const { draft: name, path, thanks, thanksUncoded, another, files: filesPath } = form.dataset
  const keys = [...form.querySelectorAll('[data-of-browser]')].map((one) => one.name)
  const fields = [...form.elements]
    .map((one) => one.name)
    .filter((one) => one && one !== 'verifyCode' && !keys.includes(one))
  const attached = filesPath ? attaching(form.elements.namedItem('files'), filesPath, kept(`site.${name}.files`)) : null
  /** So many files went with what was sent last. */
  let came = 0
  const cameSays = () => (came > 0 ? `附件 ${came} 个已收到。` : attached ? '没有附件。' : '')
  visitorForm({
    ...{ form, draftKey: `site.${name}`, fields, path, another, ready: attached?.ready, unready: attached?.drop },
    body(values) {
      const files = attached?.get() ?? []
      came = files.length
      const filled = [...Object.entries(values), ...keys.map((one) => [one, visitorKey()])].filter(
        ([, value]) => value !== '',
      )
      return { ...Object.fromEntries(filled), ...(files.length > 0 && { files }) }
    },
    thanks(value) {
      const [before, one, after] = (value?.code ? thanks : (thanksUncoded ?? thanks)).split(/[{}]/)
      return [before, value?.[one] ?? '', `${after}${cameSays()}`, one === 'code']
    },
  })
  form.addEventListener('reset', () => attached?.drop())
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
}
