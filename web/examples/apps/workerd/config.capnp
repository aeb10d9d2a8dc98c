# npx workerd serve config.capnp

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "headwise", esModule = embed "node_modules/headwise/dist/headwise.js"),
    (name = "headwise/headwise-fixed.wasm",
      wasm = embed "node_modules/headwise/dist/headwise-fixed.wasm"),
  ],
  compatibilityDate = "2026-01-01",
);
