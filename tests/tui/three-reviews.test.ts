import { expect, test } from 'vitest'
import { desks } from '../support/desk.ts'

const { articles, open, server, values } = await desks()

test('a passes what waits for its second review by that, and out of the view that shows it', async () => {
  await articles(1)
  const { db } = server.parts
  await db.write.updateTable('column').set({ threeReviews: 1 }).execute()
  await db.write.updateTable('article').set({ status: 0, acceptedBy: null }).execute()
  const { screen } = await open()
  await screen.until('待审核 0 篇')
  screen.press('2')
  await screen.until('待发布 1 篇')
  screen.press('a')
  await screen.until('》已通过')
  const rechecked = await db.read.selectFrom('article').select(['status', 'rechecked']).execute()
  expect(rechecked).toEqual([{ status: 0, rechecked: 1 }])
  // a key that comes while the first act is being written down is none
  await expect
    .poll(
      () => {
        screen.press('a')
        return screen.frame()
      },
      { interval: 1500, timeout: 20_000 },
    )
    .toContain('待发布 0 篇')
  expect(await values('status')).toEqual([2])
})
