/** Words of the client's own refusals. */
export const noChanges = '没有修改内容，无需提交'
export const badIdKey = '无效的 id-key'
