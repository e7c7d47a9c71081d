import { expect, it } from 'vitest';
import { html } from './html.ts';

it('escapes every value, but for HTML that it made itself', () => {
  const evil = `<script>alert("1" & '2')</script>`;
  const escaped = '&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;';
  expect(html`<p title="${evil}">${evil}${7}</p>`.markup).toBe(`<p title="${escaped}">${escaped}7</p>`);
  const items = [1, 2].map((number) => html`<li>${number}</li>`);
  expect(html`<ul>${items}</ul>${html`<br>`}`.markup).toBe('<ul><li>1</li><li>2</li></ul><br>');
});
