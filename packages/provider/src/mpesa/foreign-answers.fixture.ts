/**
 * Refusals that do not have the form of the provider's own errors, as servers and gateways in front of them sent them.
 * `said` is what a person must get to read.
 */
export const foreignAnswers: { from: string; status: number; type: string; body: string; said: string }[] = [
  {
    from: 'a web application firewall',
    status: 403,
    type: 'text/html',
    body: `<!DOCTYPE html><html><head><title>Request Rejected</title><style>body{color:red}</style>
<script>if (1 < 2) { location = "/x" }</script></head><body>The requested URL was rejected.&nbsp;Please consult with
your administrator.<br><br>Your support ID is: 1180&#x2F;77</body></html>`,
    said: 'Request Rejected The requested URL was rejected. Please consult with your administrator. Your support ID is: 1180/77',
  },
  {
    from: 'a server that decodes into typed records',
    status: 422,
    type: 'text/plain',
    body: 'Failed to deserialize the JSON body into the target type: missing field `Occassion` at line 1 column 412',
    said: 'Failed to deserialize the JSON body into the target type: missing field `Occassion` at line 1 column 412',
  },
  {
    from: 'a server with its own envelope',
    status: 400,
    type: 'application/json',
    body: '{"message":"Invalid merchant"}',
    said: 'Invalid merchant',
  },
  {
    from: 'a server that lists what is wrong',
    status: 422,
    type: 'application/json',
    body: '{"detail":[{"loc":["body","Amount"],"msg":"Input should be a valid string","type":"string_type"}]}',
    said: 'body.Amount: Input should be a valid string',
  },
  {
    from: 'a server with problem details',
    status: 400,
    type: 'application/problem+json',
    body: '{"title":"One or more validation errors occurred.","status":400,"errors":{"PartyB":["The PartyB field is required."]}}',
    said: 'One or more validation errors occurred. PartyB: The PartyB field is required.',
  },
  {
    from: 'an authorization server',
    status: 401,
    type: 'application/json',
    body: '{"error":"invalid_client","error_description":"Client authentication failed."}',
    said: 'Client authentication failed.',
  },
  {
    from: 'a server that wraps its error',
    status: 400,
    type: 'application/json',
    body: '{"error":{"code":17,"message":"Shortcode 600123 is not active"}}',
    said: 'Shortcode 600123 is not active',
  },
  {
    from: 'a server that answers with a JSON text',
    status: 400,
    type: 'application/json',
    body: '"Unknown shortcode"',
    said: 'Unknown shortcode',
  },
];
