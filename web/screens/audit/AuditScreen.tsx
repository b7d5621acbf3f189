/** Audit home. */
export default function AuditScreen() {
  return <h1>审核首页</h1>
}
