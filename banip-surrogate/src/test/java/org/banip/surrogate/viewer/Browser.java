package org.banip.surrogate.viewer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.banip.surrogate.wire.Patience.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.banip.core.json.JsonObject;
import org.banip.core.json.JsonWriter;
import org.banip.surrogate.wire.Patience;

/** Chromium without a window, led through its DevTools protocol, where it is installed. For the test's thread. */
public final class Browser implements AutoCloseable {
    private static final int MOST_PAGES = 5;
    private static final String REQUIRED = "BANIP_TEST_BROWSER";
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome", "chrome");

    private final Process process;
    private final WebSocket socket;
    /** Where tabs are opened and closed. */
    private final URI tabs;
    /** Of another tab, its id; empty of the first one. */
    private final String tab;

    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private int asked;

    /** Starts one; the test is skipped if there is none, or fails where the environment says {@code BANIP_TEST_BROWSER=required}. */
    public static Browser start(Path profile) throws IOException {
        Optional<Path> program = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
        if (!"required".equals(System.getenv(REQUIRED))) {
            assumeTrue(program.isPresent(), "no browser to test the page with: none of " + NAMES + " is installed");
        }
        assertThat(program)
                .as("one of " + NAMES + ", which " + REQUIRED + " demands")
                .isPresent();
        return new Browser(program.get(), profile);
    }

    private Browser(Path program, Path profile) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(
                        program.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
                        "--window-size=1100,800",
                        "--remote-debugging-port=0",
                        "--user-data-dir=" + profile,
                        "about:blank")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("TMPDIR", profile.toString());
        process = builder.start();
        try {
            tabs = tabsOf(profile.resolve("DevToolsActivePort"));
            tab = "";
            socket = connect(firstOf(tabs));
        } catch (IOException | RuntimeException e) {
            end(process);
            throw e;
        }
    }

    /** Another tab. */
    private Browser(Browser of, JsonObject target) {
        process = of.process;
        tabs = of.tabs;
        tab = target.string("id");
        socket = connect(URI.create(target.string("webSocketDebuggerUrl")));
    }

    private WebSocket connect(URI page) {
        return HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .connectTimeout(Patience.LIMIT)
                .buildAsync(page, new Answers())
                .join();
    }

    private static URI tabsOf(Path portFile) throws IOException {
        await().until(() ->
                Files.exists(portFile) && Files.readAllLines(portFile).size() >= 2);
        return URI.create("http://127.0.0.1:" + Files.readAllLines(portFile).get(0) + "/json/");
    }

    private static URI firstOf(URI tabs) {
        return await().until(() -> pageAmong(answer(tabs, "list", "GET")), Optional::isPresent)
                .orElseThrow();
    }

    private static String answer(URI tabs, String what, String method) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(tabs.resolve(what))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .timeout(Patience.LIMIT)
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Opens another tab, in front of this one. When it is closed, the browser goes on. */
    Browser anotherTab() throws IOException, InterruptedException {
        return new Browser(this, JsonObject.parse(answer(tabs, "new?about:blank", "PUT")));
    }

    /** Puts this tab before the others, which are hidden then. */
    void toFront() throws InterruptedException {
        ask("Page.bringToFront", "{}");
    }

    private static Optional<URI> pageAmong(String targets) {
        return JsonObject.parse("{\"targets\":" + targets + "}").objects("targets").stream()
                .filter(target -> target.string("type").equals("page"))
                .map(target -> URI.create(target.string("webSocketDebuggerUrl")))
                .findFirst();
    }

    private final class Answers implements WebSocket.Listener {
        private final StringBuilder text = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                answers.add(text.toString());
                text.setLength(0);
            }
            from.request(1);
            return null;
        }
    }

    /** Goes to a page. */
    public void open(URI page) throws InterruptedException {
        ask("Page.navigate", "url", page.toString());
    }

    /** The text that an expression has in the page; empty if it fails there. */
    public String evaluate(String expression) throws InterruptedException {
        JsonObject answer = ask("Runtime.evaluate", "expression", expression);
        // A page that goes elsewhere meanwhile does not answer: the next one is asked.
        for (int again = 0; answer.has("error") && again < MOST_PAGES; again++) {
            answer = ask("Runtime.evaluate", "expression", expression);
        }
        if (answer.has("error")) {
            throw new AssertionError(
                    "the browser does not evaluate: " + answer.object("error").string("message"));
        }
        return answer.object("result").object("result").optionalString("value").orElse("");
    }

    /** The text that a promise in the page comes to; fails with the page's own words if the promise does. */
    String promised(String expression) throws InterruptedException {
        JsonObject result = ask(
                        "Runtime.evaluate",
                        new JsonWriter()
                                .beginObject()
                                .field("expression", expression)
                                .field("awaitPromise", true)
                                .endObject()
                                .toString())
                .object("result");
        if (result.has("exceptionDetails")) {
            throw new AssertionError("in the page: " + result.object("result").string("description"));
        }
        return result.object("result").string("value");
    }

    /** Presses a key that writes nothing, and lets it go: {@code Tab}, {@code Escape}; or {@code Enter}. */
    void press(String key, int code) throws InterruptedException {
        String text = key.equals("Enter") ? "\r" : "";
        for (String type : List.of(text.isEmpty() ? "rawKeyDown" : "keyDown", "keyUp")) {
            ask(
                    "Input.dispatchKeyEvent",
                    new JsonWriter()
                            .beginObject()
                            .field("type", type)
                            .field("key", key)
                            .field("code", key)
                            .field("windowsVirtualKeyCode", code)
                            .field("text", type.equals("keyUp") ? "" : text)
                            .endObject()
                            .toString());
        }
    }

    /** What a screen reader is given: each thing's role, a colon and its name. */
    List<String> heard() throws InterruptedException {
        return ask("Accessibility.getFullAXTree", "{}").object("result").objects("nodes").stream()
                .filter(node -> node.has("role") && node.has("name"))
                .map(node -> node.object("role").string("value") + ": "
                        + node.object("name").optionalString("value").orElse(""))
                .toList();
    }

    /** Makes pages believe that the window is so large, and that its user prefers these, for example {@code prefers-color-scheme: dark}. */
    void emulate(int width, int height, Map<String, String> preferred) throws InterruptedException {
        ask(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":" + width + ",\"height\":" + height + ",\"deviceScaleFactor\":1,\"mobile\":false}");
        JsonWriter features = new JsonWriter().beginObject().beginList("features");
        preferred.forEach((name, value) ->
                features.beginObject().field("name", name).field("value", value).endObject());
        ask("Emulation.setEmulatedMedia", features.endList().endObject().toString());
    }

    /** From now on no request to such an address goes out; an empty text lets all go. */
    void block(String addresses) throws InterruptedException {
        ask("Network.enable", "{}");
        ask("Network.setBlockedURLs", "{\"urls\":[" + (addresses.isEmpty() ? "" : '"' + addresses + '"') + "]}");
    }

    /** What can be seen, as PNG. */
    byte[] picture() throws InterruptedException {
        return Base64.getDecoder()
                .decode(ask("Page.captureScreenshot", "format", "png")
                        .object("result")
                        .string("data"));
    }

    private JsonObject ask(String method, String parameter, String value) throws InterruptedException {
        return ask(
                method,
                new JsonWriter()
                        .beginObject()
                        .field(parameter, value)
                        .endObject()
                        .toString());
    }

    private JsonObject ask(String method, String parameters) throws InterruptedException {
        int id = ++asked;
        String question = "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}";
        socket.sendText(question, true).join();
        JsonObject answer = null;
        while (answer == null || !answer.has("id") || answer.integer("id", 0, Integer.MAX_VALUE) != id) {
            String text = answers.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (text == null) {
                throw new AssertionError("the browser does not answer " + method);
            }
            answer = JsonObject.parse(text);
        }
        return answer;
    }

    /** Ends the browser with all its processes; of another tab, only that. */
    @Override
    public void close() {
        socket.abort();
        if (tab.isEmpty()) {
            end(process);
        } else {
            closeTab();
        }
    }

    private void closeTab() {
        try {
            assertThat(answer(tabs, "close/" + tab, "GET")).contains("closing");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void end(Process process) {
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        process.destroy();
        all.forEach(one -> one.onExit()
                .completeOnTimeout(one, 5, TimeUnit.SECONDS)
                .thenAccept(ended -> ended.destroyForcibly())
                .join());
        await().until(() -> all.stream().noneMatch(ProcessHandle::isAlive));
    }
}
