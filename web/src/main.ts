/// <reference types="vite/client" />
import { mount } from "svelte";
import App from "./App.svelte";
import "./look/tokens.css";
import "./pages/app.css";
import { followTheme } from "./match/settings";

followTheme(document.documentElement);
const target = document.getElementById("app");
if (target) mount(App, { target });
