# npm run build && npx workerd serve config.capnp

using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:8080", http = (), service = "main")],
);

const worker :Workerd.Worker = (
  modules = [
    (name = "bundle.js", esModule = embed "bundle.js"),
    (name = "headwise/models-fixed.wasm",
      wasm = embed "node_modules/headwise/dist/models-fixed.wasm"),
    (name = "model.safetensors", data = embed "model.safetensors"),
  ],
  compatibilityDate = "2026-01-01",
);
