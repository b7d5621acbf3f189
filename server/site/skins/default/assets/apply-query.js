// The form of 查询申请 (by-code.js): how a request stands, and what its applicant may do with it.
const form = document.querySelector('[data-apply-query]')
const { states, outcomes } = JSON.parse(form.dataset.words)
const acts = JSON.parse(form.dataset.acts)
const day = (time) => (time ?? '').slice(0, 10)

/** Saves a file of the answer; it is fetched by code and phone, and has no address. */
async function save({ id, name }, at, { post, tell }) {
  tell('正在下载……', false, at)
  try {
    const reply = await post('/x/apply/file', { fileId: id })
    if ((reply.headers.get('content-type') ?? '').includes('json'))
      return tell(plainWords((await reply.json()).errorMsg), true, at)
    const link = part('a', '', { href: URL.createObjectURL(await reply.blob()), download: name })
    link.click()
    URL.revokeObjectURL(link.href)
    tell('', false, at)
  } catch {
    tell('连不上服务器，请稍后再试', true, at)
  }
}

function answerOf(request, tools) {
  const at = part('span', '')
  at.setAttribute('role', 'status')
  const files = request.files.map((one) => {
    const button = part('button', `下载 ${one.name}`, { type: 'button', className: 'button' })
    button.addEventListener('click', () => void save(one, at, tools))
    return button
  })
  return [
    part('h2', '答复'),
    part('p', `办理结果：${outcomes[request.outcome] ?? ''}`),
    part('p', `依据：《中华人民共和国政府信息公开条例》${request.article}`),
    ...request.answer.split(/\n+/).map((line) => part('p', line)),
    ...(request.remedy ? [part('p', request.remedy)] : []),
    ...files,
    at,
    part('p', `${request.office ?? ''} ${day(request.answeredAt)}`, { className: 'signed' }),
  ]
}

byCode({
  form,
  path: '/x/apply/code',
  lines: (request, tools) => [
    part('h2', request.title),
    part('p', `登记号：${request.no}`),
    part('p', `办理状态：${states[request.state] ?? ''}`),
    ...(request.receivedAt ? [part('p', `收到申请之日：${day(request.receivedAt)}`)] : []),
    ...(request.due
      ? [part('p', `答复期限：${day(request.due)}${request.dueSays ? `（${request.dueSays}）` : ''}`)]
      : []),
    ...[request.says, request.extension].filter(Boolean).map((text) => part('p', text)),
    part('p', `您写的内容：${request.content}`),
    ...(request.supplement ? [part('p', `您补正的内容：${request.supplement}`)] : []),
    ...(request.answer ? answerOf(request, tools) : []),
    ...(request.maySupplement === 1 ? [tools.saying(acts.supplement)] : []),
  ],
})
