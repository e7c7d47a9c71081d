import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Follows the connections of a server. The function that it returns closes each of them: at once when it has no open answer,
 * else after that answer. Node would wait for the keep-alive time of a connection whose answer ends meanwhile, and for
 * clients that open connections ahead of use or never send the rest of a body, such as load balancers and `fetch`.
 */
export function connectionCloser(server: Server): () => void {
  const answers = new Map<Socket, ServerResponse | undefined>();
  let isClosing = false;
  server.on('connection', (socket: Socket) => {
    if (isClosing) return socket.destroy();
    answers.set(socket, undefined);
    socket.once('close', () => answers.delete(socket));
  });
  server.on('request', ({ socket }, response: ServerResponse) => {
    answers.set(socket, response);
    if (isClosing) closeAfter(response, socket);
    response.once('close', () => {
      if (answers.get(socket) === response) answers.set(socket, undefined);
    });
  });
  return () => {
    isClosing = true;
    for (const [socket, response] of answers) {
      if (response) closeAfter(response, socket);
      else socket.destroySoon();
    }
  };
}

/** Ends the connection with this answer, and says so in the answer while its headers are not sent. */
function closeAfter(response: ServerResponse, socket: Socket): void {
  response.shouldKeepAlive = false;
  response.once('finish', () => socket.destroySoon());
}
