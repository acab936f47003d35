import { mount } from "svelte";
import App from "./App.svelte";
import { Guard } from "./parts/guard";
import "./theme.css";

new Guard();
mount(App, { target: document.getElementById("app")! });
