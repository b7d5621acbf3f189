import { useEffect } from 'react'
import { asksReveal } from '../data/reveal.ts'
import { useConfirm } from '../parts/confirm.tsx'

/** Asks before a change by which somebody would see or may do more than now. */
export function Revealer() {
  const confirm = useConfirm()
  useEffect(
    () =>
      asksReveal((lines) => confirm({ text: '这样改动，下一次操作即生效：', lines, ok: '仍要保存', careful: true })),
    [confirm],
  )
  return null
}
