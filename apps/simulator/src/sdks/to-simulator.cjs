// SDKs name the provider's host in their code. Loaded before one with `node --require`, this leads its connections
// to the simulator at SIMULATOR_PORT, without TLS. The SDK itself runs as it was published.
const https = require('node:https');
const net = require('node:net');

class ToSimulator extends https.Agent {
  createConnection() {
    return net.connect(Number(process.env.SIMULATOR_PORT), '127.0.0.1');
  }
}
https.globalAgent = new ToSimulator();
