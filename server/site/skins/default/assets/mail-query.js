// The form of 查询来信 (by-code.js): how a letter stands, and what its writer may do with it.
const form = document.querySelector('[data-mail-query]')
const states = form.dataset.states.split('|')
const ratings = form.dataset.ratings.split('|')
const day = (time) => (time ?? '').slice(0, 10)

byCode({
  form,
  path: '/web/mail/code',
  lines(letter, { saying, press }) {
    const lines = [
      part('h2', letter.title),
      part('p', `办理状态：${states[letter.state] ?? ''}`),
      ...(letter.says ? [part('p', letter.says)] : []),
      ...(letter.supplement ? [part('p', `您补充的内容：${letter.supplement}`)] : []),
      ...(letter.due
        ? [part('p', `答复期限：${day(letter.due)}${letter.dueSays ? `（${letter.dueSays}）` : ''}`)]
        : []),
    ]
    if (letter.reply) {
      lines.push(part('h2', '答复'))
      for (const line of letter.reply.split(/\n+/)) lines.push(part('p', line))
      lines.push(part('p', `${letter.deptName ?? ''} ${day(letter.repliedAt)}`, { className: 'signed' }))
    }
    if (letter.maySupplement === 1)
      lines.push(
        saying({
          ...{ label: '补充的内容', button: '提交补充', to: '/x/mail/supplement', most: 2000 },
          thanks: '已收到您补充的内容，答复期限重新起算。',
        }),
      )
    if (letter.mayRate === 1) {
      const box = part('p', '您对答复是否满意？ ')
      const at = part('span', '')
      at.setAttribute('role', 'status')
      for (const [i, button] of ratings.entries())
        box.append(
          press({ button, to: '/x/mail/rate', more: { rating: i + 1 }, thanks: '已收到您的评价，谢谢。', at }),
          ' ',
        )
      box.append(at)
      lines.push(box)
    } else if (letter.rating) lines.push(part('p', `您的评价：${ratings[letter.rating - 1]}`))
    if (letter.mayComplain === 1)
      lines.push(
        saying({
          ...{ label: '对办理有意见，可以投诉一次', button: '提交投诉', to: '/x/mail/complain', most: 1000 },
          thanks: '已收到您的投诉，将由信箱的管理部门处理。',
        }),
      )
    else if (letter.complained === 1) lines.push(part('p', '您已投诉，将由信箱的管理部门处理。'))
    return lines
  },
})
