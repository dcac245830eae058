package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A viewer's terminal is safe from the host that it watches: no text of a host brings a control character there. */
class HostileHostTest extends CommandLineContract {
    private static final String SESSION = "00000000-0000-0001-0000-000000000002";
    /** Erases a terminal's screen, in two spellings, and rings its bell; as JSON has it. */
    private static final String EVIL = "x\\u001b[2J\\u009b2J\\u0007\\rforged";

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}&&[^\\n]]");

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
    private final PrintStream before = System.err;
    private final ExecutorService server = Executors.newSingleThreadExecutor();
    private ServerSocket listening;
    private volatile String statusLine = "HTTP/1.1 200 OK";
    private volatile String list = list("ban-1", SESSION);
    private volatile String live = "";

    @BeforeEach
    void start() throws IOException {
        System.setErr(new PrintStream(shown, true, StandardCharsets.UTF_8));
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.execute(this::serve);
    }

    @AfterEach
    void end() throws Exception {
        System.setErr(before);
        listening.close();
        server.shutdown();
        assertThat(server.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }

    private void serve() {
        while (!listening.isClosed()) {
            try (Socket connection = listening.accept();
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(connection.getInputStream(), StandardCharsets.ISO_8859_1))) {
                String request = in.readLine();
                for (String line = request; line != null && !line.isEmpty(); ) {
                    line = in.readLine();
                }
                String body = request != null && request.contains("/live") ? live : list;
                connection
                        .getOutputStream()
                        .write((statusLine + "\r\nConnection: close\r\n\r\n" + body).getBytes(StandardCharsets.UTF_8));
            } catch (IOException e) {
                // The viewer went away, or the test is over.
            }
        }
    }

    private static String list(String ban, String session) {
        return "{\"surrogates\":[{\"session\":\"" + session + "\",\"ban\":\"" + ban + "\",\"state\":\"" + EVIL
                + "\",\"activatedNanos\":1,\"groups\":[{\"name\":\"" + EVIL
                + "\",\"hertz\":1,\"channelCount\":1,\"units\":1,\"packets\":1}]}]}";
    }

    private static String appeared(String name, String service, String label, String unit) {
        return "event: appeared\ndata: {\"groups\":[{\"name\":\"" + name
                + "\",\"frequencyHz\":\"1\",\"serviceClass\":\"" + service
                + "\",\"latencyBoundMillis\":1000,\"channels\":[{\"label\":\"" + label + "\",\"unit\":\"" + unit
                + "\",\"bits\":8,\"digitalMin\":0,\"digitalMax\":9,\"physicalMin\":0,\"physicalMax\":9}]}]}\n\n";
    }

    private static String disappeared(String reason) {
        return "event: disappeared\ndata: {\"reason\":\"" + reason + "\"}\n\n";
    }

    private void watch(String... options) {
        String[] line = new String[options.length + 3];
        line[0] = "watch";
        line[1] = "--host-url";
        line[2] = "http://127.0.0.1:" + listening.getLocalPort() + "/";
        System.arraycopy(options, 0, line, 3, options.length);
        run(line);
        String all = out.toString() + err + shown.toString(StandardCharsets.UTF_8);
        assertThat(all).isNotEmpty();
        assertThat(CONTROL.matcher(all.replace(System.lineSeparator(), "\n")).find())
                .as(all)
                .isFalse();
    }

    @Test
    void textOfAListComesWithoutControlCharacters() {
        list = list(EVIL, SESSION);
        watch("--list");
        assertThat(out.toString()).contains("x?[2J?2J??forged");
        watch("--list", "--ban", "other");
        assertThat(err.toString()).contains("there are x?[2J?2J??forged");
    }

    @Test
    void sessionThatIsNoneIsNamedWithoutControlCharacters() {
        list = list("ban-1", EVIL);
        watch("--list");
        assertThat(err.toString()).contains("is it a surrogate host?").doesNotContain("internal error");
    }

    @Test
    void reasonOfAnEndComesWithoutControlCharacters() {
        list = list(EVIL, SESSION);
        live = appeared("ecg", "live", "II", "mV") + disappeared(EVIL);
        watch();
        assertThat(err.toString()).contains("BAN x?[2J?2J??forged", " disappeared: x?[2J?2J??forged");
    }

    @ParameterizedTest
    @CsvSource({
        "deregistered, its MBU has ended",
        "expired, nothing came of its MBU for longer than the host waits",
        "removed, an operator has deleted its record",
    })
    void theReasonOfAnEndIsToldInWords(String reason, String words) {
        list = list("ban-1", SESSION);
        live = appeared("ecg", "live", "II", "mV") + disappeared(reason);
        watch();
        assertThat(err.toString())
                .contains("BAN ban-1, session " + SESSION + ", disappeared: " + reason + " (" + words + ")");
    }

    /** On a terminal the display draws the last state once more when it ends; the reason must be below that. */
    @Test
    void theReasonOfAnEndIsTheLastThingOnATerminal() throws Exception {
        Path script = Path.of("/usr/bin/script"); // of util-linux: gives a program a terminal
        assumeThat(script).isExecutable();
        list = list("ban-1", SESSION);
        live = appeared("ecg", "live", "II", "mV") + disappeared("deregistered");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder watch = new ProcessBuilder(
                        script.toString(),
                        "-qefc",
                        "'" + java + "' -Xlog:disable org.banip.app.Banip watch --host-url http://127.0.0.1:"
                                + listening.getLocalPort() + "/",
                        "/dev/null")
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true);
        watch.environment().put("CLASSPATH", System.getProperty("java.class.path"));
        watch.environment().put("TERM", "xterm");
        Process process = watch.start();
        String drawn = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(drawn).isZero();
        assertThat(drawn).as("a block is drawn").contains("\u001b[?25h");
        assertThat(drawn.stripTrailing())
                .endsWith("BAN ban-1, session " + SESSION + ", disappeared: deregistered (its MBU has ended)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name", "class", "label", "unit"})
    void streamWithControlCharactersInADescriptionIsRefused(String which) {
        live = appeared(
                        which.equals("name") ? EVIL : "ecg",
                        which.equals("class") ? EVIL : "live",
                        which.equals("label") ? EVIL : "II",
                        which.equals("unit") ? EVIL : "mV")
                + "event: data\ndata: {\"group\":0,\"originNanos\":0,\"firstUnit\":0,\"units\":1,\"samples\":[1]}\n\n"
                + disappeared("deregistered");
        watch("--csv");
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).startsWith("banip watch: ").doesNotContain("internal error");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u001b[2J\u009b2J",
                "HTTP/1.1 \u001b[2J",
                "HTTP/1.1 200 OK\r\n\u001b[2J",
                "HTTP/1.1 404 \u001b[2J"
            })
    void answerThatIsNotHttpIsNamedWithoutControlCharacters(String first) {
        statusLine = first;
        watch("--list");
    }
}
