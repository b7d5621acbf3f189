/** Words that more than one part shows. Labels of fields stand on the contract; a screen's own words in its tables. */
export const siteTitle = '县政协网站'
export const rejectReasons = [
  '内容与栏目不符，请调整栏目后重新提交',
  '标题或正文有错别字，请校对后重新提交',
  '信息来源不明，请注明来源后重新提交',
  '涉及个人隐私，请作脱敏处理后重新提交',
  '格式不规范，请按排版要求修改后重新提交',
] as const
export const missingParameter = (name: string): string => `Missing required parameter: ${name}`
