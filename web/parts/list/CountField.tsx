import { Form, Input } from 'antd'

/** Where the number of marked rows is typed, the field `count` of its form: what is done with many of them wants it. Nothing where no number is asked for. */
export const CountField = ({ typed }: { readonly typed: string }) =>
  typed !== '' && (
    <Form.Item name="count" label={`请输入项数 ${typed} 确认`}>
      <Input autoComplete="off" />
    </Form.Item>
  )

/** Whether the number is still to be typed. */
export const isUncounted = (typed: string, count: string | undefined): boolean =>
  typed !== '' && count?.trim() !== typed
