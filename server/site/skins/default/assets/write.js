// The form of 我要建议 (visitor-form.js).
visitorForm({
  form: document.querySelector('[data-suggest]'),
  draftKey: 'site.suggest',
  kept: ['title', 'content', 'name', 'phone'],
  path: '/suggest/add',
  body: ({ name, phone, ...rest }) => ({ ...rest, ...(name && { name }), ...(phone && { phone }) }),
  thanks: ({ id }) => `提交成功，感谢您的建议。编号是 ${id}，请记下，来电询问时可以报这个编号。`,
})
