/** Messages of POST /mcp, as documented; the protocol's own library validates them. */
import * as z from 'zod';

export const mcpMessage = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).optional().describe('Absent in notifications'),
    method: z.string().describe('For example `tools/list` or `tools/call`'),
    params: z.looseObject({}).optional(),
  })
  .meta({
    id: 'McpMessage',
    description: 'A message of the Model Context Protocol',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }],
  });

export const mcpAnswer = z
  .looseObject({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number()]).nullable(),
    result: z.looseObject({}).optional(),
    error: z.object({ code: z.number().int(), message: z.string() }).optional(),
  })
  .meta({ id: 'McpAnswer', description: 'The answer to a message: `result`, or an `error` of the protocol' });
