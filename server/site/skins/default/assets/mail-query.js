// The form of 查询来信 (by-code.js): how a letter stands, and what its writer may do with it.
const form = document.querySelector('[data-mail-query]')
const states = form.dataset.states.split('|')
const acts = JSON.parse(form.dataset.acts)
const ratings = Object.entries(acts.rate.choices)
const day = (time) => (time ?? '').slice(0, 10)

byCode({
  form,
  path: '/web/mail/code',
  lines(letter, { saying, press }) {
    const lines = [
      part('h2', letter.title),
      part('p', `办理状态：${states[letter.state] ?? ''}`),
      ...(letter.says ? [part('p', letter.says)] : []),
      ...letter.content.split(/\n+/).map((line, i) => part('p', i === 0 ? `您写的内容：${line}` : line)),
      ...(letter.supplement ? [part('p', `您补充的内容：${letter.supplement}`)] : []),
      ...(letter.due
        ? [part('p', `答复期限：${day(letter.due)}${letter.dueSays ? `（${letter.dueSays}）` : ''}`)]
        : []),
      ...(letter.extension ? [part('p', letter.extension)] : []),
    ]
    if (letter.reply) {
      lines.push(part('h2', '答复'))
      for (const line of letter.reply.split(/\n+/)) lines.push(part('p', line))
      lines.push(part('p', `${letter.deptName ?? ''} ${day(letter.repliedAt)}`, { className: 'signed' }))
    }
    if (letter.state === 6) {
      const line = part('p', '')
      // the query stands beside what is public
      line.append(part('a', '查看网站上公开的来信和答复', { href: `${letter.id}.html` }))
      lines.push(line)
    }
    if (letter.openReply) {
      lines.push(part('h2', '一并办理的来信公开的答复'))
      for (const line of letter.openReply.split(/\n+/)) lines.push(part('p', line))
      lines.push(part('p', `${letter.openDeptName ?? ''} ${day(letter.openRepliedAt)}`, { className: 'signed' }))
    }
    if (letter.maySupplement === 1) lines.push(saying(acts.supplement))
    if (letter.mayRate === 1) {
      const { says, path: to, thanks, asks, seen } = acts.rate
      if (letter.rating) lines.push(part('p', `您对此前的答复的评价：${acts.rate.choices[letter.rating]}`))
      const box = part('p', `${says} `)
      const at = part('span', '')
      at.setAttribute('role', 'status')
      for (const [rating, button] of ratings)
        box.append(
          press({
            button,
            to,
            more: { rating: Number(rating), [seen]: letter[seen] },
            thanks,
            at,
            asks: asks.replace('{}', button),
          }),
          ' ',
        )
      box.append(at)
      lines.push(box)
    } else if (letter.rating) {
      const of = letter.ratingOfEarlier === 1 ? '您对此前的答复的评价' : '您的评价'
      lines.push(part('p', `${of}：${acts.rate.choices[letter.rating]}`))
    }
    if (letter.mayComplain === 1) lines.push(saying(acts.complain))
    else if (letter.complaintSays) lines.push(part('p', letter.complaintSays))
    return lines
  },
})
