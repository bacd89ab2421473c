// What the command takes of undici, for the bundle: one client on one socket. The package's own index loads fetch, web
// sockets, caches and mocks too, which is most of it. package.json pins the version, so these places stand still.
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';

Object.assign(Dispatcher.prototype, api);

export { buildConnector, Client };
