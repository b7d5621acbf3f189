// The form of 查询建议 (by-code.js): how a suggestion stands.
const form = document.querySelector('[data-suggestion-query]')
const states = form.dataset.states.split('|')
const day = (time) => (time ?? '').slice(0, 10)

byCode({
  form,
  path: '/x/suggestion/webCode',
  lines({ title, content, status, says, due, dueSays, reply, deptName, repliedAt }) {
    const lines = [
      part('h2', title),
      part('p', `办理状态：${states[status] ?? ''}`),
      ...(says ? [part('p', says)] : []),
      ...content.split(/\n+/).map((line, i) => part('p', i === 0 ? `您写的内容：${line}` : line)),
      ...(due ? [part('p', `答复期限：${day(due)}${dueSays ? `（${dueSays}）` : ''}`)] : []),
    ]
    if (reply) {
      lines.push(part('h2', '答复'))
      for (const line of reply.split(/\n+/)) lines.push(part('p', line))
      lines.push(part('p', `${deptName ?? ''} ${day(repliedAt)}`, { className: 'signed' }))
    }
    return lines
  },
})
