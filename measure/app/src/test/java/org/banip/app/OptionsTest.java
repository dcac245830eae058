package org.banip.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionsTest extends CommandLineContract {
    @TempDir
    static Path directory;

    @Test
    void aloneItSaysWhatToTryFirst() {
        assertThat(run()).isZero();
        assertThat(out.toString()).contains("banip demo  ", "banip demo --recording FILE");
    }

    @Test
    void anAccessPointOfAPathThatIsNotThereIsRefused() throws Exception {
        Path points = Files.writeString(directory.resolve("points"), "wifi 0 0 70\nlet 5 0 900\n");
        Path walk = Files.writeString(directory.resolve("walk"), "0 10 0\n60 88 0\n");
        assertThat(run(
                        "mbu",
                        "--ban",
                        "a",
                        "--path",
                        "wifi",
                        "--path",
                        "lte",
                        "--access-points",
                        points.toString(),
                        "--positions",
                        walk.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains("--access-points has path 'let', which is not one of --path: [wifi, lte]");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "demo --uplink carrier-pigeon | 'carrier-pigeon' is not allowed; allowed are per-request, persistent, chunked, auto, duplex, http2, http3",
                "demo --uplink http3 | --uplink http3 needs TLS: add --tls",
                "demo --speed 0 | '0' is not allowed; allowed is a number from 0.01 to 10000",
                "demo --speed fast | 'fast' is not allowed; allowed is a number from 0.01 to 10000",
                "demo --seconds -1 | '-1' is not allowed; allowed is a number of seconds from 0.001",
                "demo --port-wsb 70000 | '70000' is not allowed; allowed is a port from 0 to 65535",
                "demo --chain zip | unknown component 'zip', known are [auto, deflate, ",
                "demo --chain packetizer(units=0) | units=0 is not allowed; allowed is a whole number from 1 to 255",
                "mbu --user nobody | --user needs a password: from --password-file FILE, or in BANIP_PASSWORD",
                "mbu --ban a --positions p | --access-points and --positions need each other",
                "mbu --ban a --positions p --access-points /nonexistent | there is no file /nonexistent",
                "mbu --seconds 1 | without --user NAME, --ban ID is needed",
                "mbu --user nobody --password-file /nonexistent | there is no file /nonexistent",
                "mbu --ban a --wsb ftp://there | 'ftp://there' is not allowed; allowed is a URL that begins with http:// or https:// and names a host",
                "mbu --ban a --wsb 127.0.0.1:8080 | allowed is a URL that begins with http:// or https:// and names a host, for example http://127.0.0.1:8080",
                "mbu --ban a --wsb localhost:8080 | 'localhost:8080' is not allowed; allowed is a URL that begins with http:// or https:// and names a host, for example http://localhost:8080",
                "mbu --ban a --wsb localhost | no source of brokers 'localhost', there are: dnssd, srv. For a broker give a URL, such as http://localhost:8080/",
                "mbu --ban a --wsb http:// | 'http://' is not allowed; allowed is a URL that begins with http:// or https:// and names a host, for example http://",
                "mbu --ban a --wsb http://there/?a=b | must be http://host/… or https://host/… without user, query or fragment",
                "mbu --ban a --scheduler ecf | --scheduler: there is one path only; name each of several with --path, for example --path wifi@wlan0",
                "mbu --ban a --path a --scheduler alarm=best | 'alarm=best' is not allowed; allowed are default, lowest-rtt, ecf,",
                "mbu --ban a --path a --scheduler urgent=ecf | 'urgent=ecf' is not allowed; before the = there may be a service class: alarm, live, bulk",
                "mbu --ban a --path a --scheduler ecf --scheduler cost | --scheduler: all classes would have two schedulers",
                "mbu --ban a --path a --scheduler live=ecf,live=cost | --scheduler: class live would have two schedulers",
                "mbu --ban a --reinject 5 --detect-after 2 | --detect-after, --reinject: there is one path only",
                "mbu --ban a --path lte,broker=ftp://there/ | broker 'ftp://there/' must be http://host/… or https://host/…",
                "mbu --ban a --path lte,broker=http://10.1.2.3/ | broker 'http://10.1.2.3/' is beyond this machine and must be https://…",
                "mbu --ban a --path lte,broker=wsb.example | --path",
                "mbu --ban a --path lte,broker=wsb.example | 'lte,broker=wsb.example': broker 'wsb.example' must be http://host/… or https://host/…",
                "mbu --ban a --path lte --detect-after 0 | '--detect-after': '0' is not allowed; allowed is a number of seconds from 0.01 to 60",
                "gateway --path lte --detect-after 100 | '--detect-after': '100' is not allowed; allowed is a number of seconds from 0.01 to 60",
                "mbu --ban a --path lte --return-after 0.05 | '--return-after': '0.05' is not allowed; allowed is a number of seconds from 0.1 to 600",
                "mbu --ban a --path lte --reinject 200 | '--reinject': '200' is not allowed; allowed is a number of percent from 0 to 100",
                "mbu --ban a --path wifi --path wifi | --path: two are named wifi; each needs a name of its own",
                "mbu --ban a --path wifi@127.0.0.1,cold | 'wifi@127.0.0.1,cold': cold is for a backup: add backup",
                "mbu --ban a --path lte --reorder-bytes 0 | '0' is not allowed; allowed is a number of bytes from 1 to 1073741824",
                "mbu --ban a --spool d,sync=0.001 | spool: synced every 1 ms, allowed are 0 (each packet) and 10 to 60000 ms",
                "mbu --ban a --spool d,sync=foo | 'foo' is not allowed; allowed is a number of seconds from 0.01 to 60, or packet",
                "gateway --devices pom.xml --device-grants nowhere --allow-plain | option --device-grants is 'nowhere', there is no such file; allowed: the path of a file",
                "mbu --ban a --spool ,sync=packet | ',sync=packet' is not allowed; allowed is DIR[,sync=packet|,sync=N][,size=MIB][,key=FILE[,former=FILE]...]",
                "mbu --ban a --spool d,key=k,key=k | 'd,key=k,key=k' is not allowed; allowed is DIR[,sync=packet|,sync=N][,size=MIB][,key=FILE[,former=FILE]...]",
                "mbu --ban a --spool d,sync=1,key= | 'd,sync=1,key=' is not allowed; allowed is DIR[,sync=packet|,sync=N][,size=MIB][,key=FILE[,former=FILE]...]",
                "mbu --ban a --spool d,former=k | 'd,former=k' is not allowed: former is for files that are to have another key, so it needs key",
                "mbu --ban a --spool d,key=/nonexistent,size=1 | there is no file /nonexistent; 'banip spool-key /nonexistent' makes it",
                "mbu --ban a --spool d,size=0 | '0' is not allowed; allowed is a number of MiB from 1 to 999999",
                "mbu --ban a --detectors /nonexistent | option --detectors is '/nonexistent', there is no such file",
                "mbu --ban a --trust /nonexistent --wsb https://10.1.2.3/ | option --trust is '/nonexistent', there is no such file",
                "watch --trust /nonexistent | option --trust is '/nonexistent', there is no such file; allowed: the path of a file",
                "watch --trust /etc/hosts | has no certificate in PEM form ('-----BEGIN CERTIFICATE-----')",
                "mbu --ban a --host-detectors /nonexistent | option --host-detectors is '/nonexistent', there is no such file",
                "mbu --ban a --path lte --reorder-seconds 3601 | '3601' is not allowed; allowed is a number of seconds from 0.001 to 3600",
                "gateway --reorder-seconds 5 | --reorder-seconds: there is one path only; name each of several with --path",
                "mbu --ban a --path lte,brokre=x | 'lte,brokre=x' is not allowed; allowed is NAME[=UPLINK][@ADDRESS",
                "gateway --wsb http://10.1.2.3/ | the broker 'http://10.1.2.3/' is beyond this machine and must be https://…, unless plain http is allowed explicitly (--allow-plain)",
                "gateway --user home | --user needs a password: from --password-file FILE, or in BANIP_PASSWORD",
                "gateway --listen 0.0.0.0 | would let everybody there write every BAN; set devices (banip gateway: --devices FILE)",
                "gateway --mqtt-port off --http-port off | listens neither for MQTT nor for HTTP",
                "gateway --banip-port 8084 | --banip-port needs --spool DIR: a BANip device forgets what is acknowledged to it",
                "gateway --banip-store 9 | --banip-store needs --banip-port",
                "gateway --banip-port 8084 --banip-store 0 | '0' is not allowed; allowed is a number of MiB from 1 to 999999",
                "gateway --banip-port 8083 --spool d | --http-port and --banip-port are both 8083; each listener needs a port of its own",
                "gateway --banip-port x --spool d | 'x' is not allowed; allowed is a port from 0 to 65535, 0 being any free one, or off",
                "gateway --http-port 70000 | '70000' is not allowed; allowed is a port from 0 to 65535, 0 being any free one, or off",
                "gateway --acknowledge never | 'never' is not allowed; allowed are spool, host",
                "gateway --describe /nonexistent | option --describe is '/nonexistent', there is no such file",
                "gateway --describe pom.xml | --describe: pom.xml: ",
                "gateway --devices /nonexistent | password file /nonexistent does not exist; create it with 'banip wsb passwd /nonexistent USER'",
                "gateway --device-grants g | --device-grants needs --devices",
                "gateway --certificate-file c | --certificate-file needs --private-key-file",
                "watch --host-url localhost:8081 | 'localhost:8081' is not allowed; allowed is a URL",
                "watch --session xyz | 'xyz' is not allowed; allowed is the id of a session as --list shows it, for example 4f1c2d1e-",
                "export --session 1-1-1-1-1 | '1-1-1-1-1' is not allowed; allowed is the id of a session",
                "host --surrogate-jars | surrogate-jars is on and needs surrogate-jar-origins",
                "host --surrogate-jars --surrogate-jar-origins https://a.example/x | has more than scheme, host and port",
                "host --surrogate-jars --surrogate-jar-origins http://a.example --surrogate-jar-trust-store /etc/hosts | unless plain http is allowed explicitly (surrogate-jar-allow-plain)",
                "surrogate | a command is missing; there are sign, verify",
                "surrogate check | no such command 'check'; there are sign, verify",
                "surrogate verify x.jar | Missing required option: '--truststore=FILE'",
                "surrogate verify x.jar --truststore /nonexistent | /nonexistent does not exist",
                "lookup --listen 10.1.2.3 | which is more than loopback, Jini needs TLS (key-store)",
                "lookup --key-store /etc/hosts | TLS between JVMs needs key-store-password-file as well",
                "services --locator nowhere | 'nowhere' is not allowed: it is not HOST:PORT, for example jini://",
                "services --locator jini://10.1.2.3:4160/ | is beyond this machine and needs TLS (--jini-key-store), because",
                "mbu --ban a/b | BAN id 'a/b' must be 1 to 64 of",
                "host --missed-keep-alives 0 | setting missed-keep-alives is '0' (option --missed-keep-alives), it is out of range; allowed: 1 to 1,000",
                "host --listen 0.0.0.0 --port 0 | the host needs a broker token",
                "host --key-store /etc/hosts | key-store /etc/hosts needs its password: set key-store-password-file",
                "host --store= | setting store is empty (option --store)",
                "host --certificate-file /no --private-key-file /etc/hosts | setting certificate-file is '/no' (option --certificate-file), there is no such file",
                "wsb --certificate-file /no | setting certificate-file is '/no' (option --certificate-file), there is no such file; allowed: the path of a file",
                "wsb --client-revoked-file /no | client-revoked-file is '/no' (option --client-revoked-file), there is no such file; allowed: the path of a file, which may be empty",
                "host --broker-revoked-file /no | setting broker-revoked-file is '/no' (option --broker-revoked-file), there is no such file; allowed: the path of a file, which may be empty",
                "host --detectors /no | setting detectors is '/no' (option --detectors), there is no such file",
                "host --alert-contacts-file /no | setting alert-contacts-file is '/no' (option --alert-contacts-file), there is no such file",
                "host --seal-keys /no | setting seal-keys is '/no' (option --seal-keys), there is no such folder",
                "host --config /nonexistent | the properties file /nonexistent does not exist",
                "wsb --passwords /nonexistent --host-url http://10.1.2.3/ | must be https://…, unless plain http is allowed explicitly (allow-plain-host)",
                "wsb | setting password-file (option --passwords) is missing; set it, or client-ca or jwt-keys instead: who may log in; 'banip wsb passwd'",
                "wsb --jwt-keys /no --jwt-audience a --host-url http://127.0.0.1:9/ | setting jwt-keys (option --jwt-keys): /no does not exist",
                "wsb --passwords /nonexistent --host-url nowhere | setting surrogate-host is 'nowhere' (option --host-url), it is not an http or https URL",
                "watch --host-url http://10.1.2.3/ | surrogate host 'http://10.1.2.3/' is beyond this machine and must be https://…, unless plain http is allowed explicitly (--allow-plain)",
                "watch --host-url nowhere | 'nowhere' is not allowed; allowed is a URL",
                "watch --ban a --session 4f1c2d1e-8a3b-4c5d-9e6f-0123456789ab | are mutually exclusive",
                "watch --jini --locator nowhere | 'nowhere' is not allowed: it is not HOST:PORT, for example jini://",
                "watch --jini --jini-listen 10.1.2.3 | 10.1.2.3 is beyond this machine and needs TLS (--jini-key-store)",
                "alerts close 4f1c | 'close' is not allowed; allowed are acknowledge, end",
                "alerts acknowledge | acknowledge needs the id of an alert as 'banip alerts' lists it, or how it begins, with 4 characters at least",
                "alerts end 4f1 | with 4 characters at least, not '4f1'",
                "alerts end 4f1c --ban a | --ban is for the list only",
                "alerts --host-url http://10.1.2.3/ | surrogate host 'http://10.1.2.3/' is beyond this machine and must be https://…, unless plain http is allowed explicitly (--allow-plain)",
                "watch --digest | --digest needs --jini",
                "watch --jini --host-address 192.0.2.7 | 192.0.2.7 is beyond this machine and needs TLS (--jini-key-store)",
                "store --host-address 192.0.2.7:80 | '192.0.2.7:80' is not allowed; allowed is a name or an address without a port",
                "services --host-address 192.0.2.7 | 192.0.2.7 is beyond this machine and needs TLS (--jini-key-store)",
                "services --locator 192.0.2.7:4160 | 192.0.2.7 is beyond this machine and needs TLS (--jini-key-store)",
                "services --jini-key-store k | --jini-key-store-password-file, --jini-trust-store, --jini-trust-store-password-file go together",
                "watch --rate fast | 'fast' is not allowed; allowed is a frequency in Hz, for example 30",
                "watch --from-start --channel MLII | --from-start with --channel, --rate or --numerics needs --jini",
                "store --jini-key-store k | --jini-key-store-password-file, --jini-trust-store, --jini-trust-store-password-file go together",
                "store --store http://x/y | store http://x/y is neither a file nor a JDBC URL",
                "export --store http://x/y | store http://x/y is neither a file nor a JDBC URL",
                "export --format xml | 'xml' is not allowed; allowed are csv, wfdb",
                "export --time then | 'then' is not allowed; allowed are iso, seconds",
                "wsb --passwords /nonexistent | password file /nonexistent does not exist; create it with 'banip wsb passwd /nonexistent USER'",
                "demo --recroding x | Unknown option",
                "mbu --ban x --speeed 3 | banip mbu: Unknown option: '--speeed'",
                "spool-key x y | banip spool-key: unexpected: 'y'; allowed besides options: FILE",
                "audit verify x --expect 00ff | banip audit verify: --expect: '00ff' is not allowed; allowed are 64 of 0-9 a-f",
                "certificates --host a..b | 'a..b' is not allowed; allowed is a name or an address without a port",
                "wsb passwords | no such command 'passwords'; there is passwd",
                "mbu --ban x --wsb http://10.1.2.3/ | unless plain http is allowed explicitly (allowPlain; --allow-plain of 'banip mbu')",
                "dmeo | no such command 'dmeo'; there are demo, host, wsb, mbu, gateway, watch, command, alerts, store, export, verify, backup, forget, audit, certificates, seal-key, spool-key, surrogate, lookup, services, help, measure",
            })
    void aWrongOptionIsToldWhatIsAllowed(String line, String said) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(said).contains("--help").doesNotContain("\tat ", "java.");
    }

    /** Whether what was meant is written nearly alike, or has the word as a part. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "gateway --port 80 | Possible solutions: --banip-port, --http-port, --mqtt-port",
                "gateway --port=80 | Possible solutions: --banip-port, --http-port, --mqtt-port",
                "mbu --speeed 3 | Did you mean: --speed?",
                "measure coding --help | banip: the command measure needs the libraries in lib/measure",
                "surrogate coding --help | banip surrogate: no such command 'coding'; there are sign, verify",
                "hots --help | Did you mean: banip host?",
            })
    void whatWasMeantIsSuggestedAlsoToOneWhoAsksForHelp(String line, String said) {
        assertThat(run(line.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(said);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void helpExplainsACommand() {
        assertThat(run("help", "gateway")).isZero();
        assertThat(out.toString()).contains("Takes samples of devices by MQTT, HTTP and BANip", "--describe=FILE");
        assertThat(run("help")).isZero();
        assertThat(out.toString()).contains("certificates");
        assertThat(run("help", "gatewy")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"detectors", "alert-contacts-file"})
    void aHostThatDoesNotStartBecauseOfAFileLeavesNoStoreBehind(String setting) throws Exception {
        Path empty = Files.createDirectory(directory.resolve("without-" + setting));
        Path wrong = Files.writeString(directory.resolve(setting), "{\"detctors\": [], \"contcts\": []}");
        String store = empty.resolve("banip.db").toString();
        assertThat(run("host", "--port", "0", "--store", store, "--" + setting, wrong.toString()))
                .isEqualTo(2);
        assertThat(err.toString()).contains(wrong.toString());
        assertThat(empty).isEmptyDirectory();
    }

    @Test
    void whatCannotBeReadIsAFailureOfOne() {
        assertThat(run("export", "--store", directory.resolve("none.db").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("none.db", "does not exist").doesNotContain("\tat ");
    }

    @Test
    void aRecordingThatIsNotThereIsNamedWithoutACode() {
        assertThat(run("demo", "--recording", "nowhere.hea")).isEqualTo(1);
        assertThat(err.toString())
                .contains("banip demo: nowhere.hea: is not there; looked for "
                        + Path.of("nowhere.hea").toAbsolutePath())
                .doesNotContain("malformed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"host", "wsb"})
    void aPortThatIsTakenIsNamedWithTheOptionThatChoosesAnother(String command) throws Exception {
        Path passwords = Files.writeString(directory.resolve("nobody"), "");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = Integer.toString(taken.getLocalPort());
            String file = command.equals("host") ? "--store" : "--passwords";
            Path value = command.equals("host") ? directory.resolve("taken.db") : passwords;
            assertThat(run(command, "--port", port, file, value.toString())).isEqualTo(1);
            assertThat(err.toString())
                    .isEqualToIgnoringNewLines("banip " + command + ": cannot listen on 127.0.0.1:" + port
                            + ": the port is in use; --port chooses another");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"--port", "--health-port"})
    void aHostWhosePortIsTakenLeavesNoStoreBehind(String option) throws Exception {
        Path folder = Files.createTempDirectory(directory, "fresh");
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<String> line = new ArrayList<>(
                    List.of("host", "--store", folder.resolve("banip.db").toString()));
            line.addAll(List.of(option, Integer.toString(taken.getLocalPort())));
            if (!option.equals("--port")) {
                line.addAll(List.of("--port", "0"));
            }
            assertThat(run(line.toArray(new String[0]))).isEqualTo(1);
        }
        assertThat(err.toString()).contains("the port is in use");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void anMbuRegistersWithWhatItsOptionsSay() throws Exception {
        List<String> registered = new CopyOnWriteArrayList<>();
        HttpServer host = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        host.createContext("/", exchange -> {
            registered.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(500, -1);
            exchange.close();
        });
        host.start();
        try {
            String url = "http://127.0.0.1:" + host.getAddress().getPort() + "/";
            // On a slow machine an MBU may give up before it has registered for the first time.
            for (int wait = 0; registered.isEmpty() && wait <= 30; wait += 10) {
                String line =
                        "mbu --ban a --surrogate-type thresholds --path wifi --path lte --reorder-bytes 70000 --seconds 0.1 --wait "
                                + (wait + 0.1) + " --wsb ";
                assertThat(run((line + url).split(" "))).isEqualTo(1);
            }
        } finally {
            host.stop(0);
        }
        assertThat(registered)
                .isNotEmpty()
                .allMatch(body -> body.contains("\"surrogate\":\"thresholds\""))
                .allMatch(body -> body.contains("\"reorder\":{\"bytes\":70000,\"millis\":30000}"));
    }

    /** The process file system lets nobody create a file, not even root. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wsb passwd --cost 4 /proc/passwords ban-1 | /proc/passwords: its folder takes no new files",
                "demo --keep /proc/kept | --keep: the folder /proc/kept cannot be created: /proc/kept: its folder takes no new files",
            })
    void aFileThatCannotBeCreatedIsToldInWords(String line, String said) throws Exception {
        assumeTrue(Files.isDirectory(Path.of("/proc/self")), "there is no process file system");
        withInput("correct horse", () -> assertThat(run(line.split(" "))).isEqualTo(1));
        assertThat(err.toString()).contains(said).doesNotContain("java.", "Exception");
    }

    @Test
    void aFileOfManyWrongLinesIsToldInFewWords() throws Exception {
        Path passwords = Files.write(directory.resolve("pom.xml"), Collections.nCopies(2000, "<dependency>"));
        assertThat(run("wsb", "--passwords", passwords.toString(), "--port", "0"))
                .isEqualTo(2);
        assertThat(err.toString())
                .contains("line 1: ", "line 5: ", "; and 1995 more lines like that")
                .hasSizeLessThan(1000);
        Path binary = Files.write(directory.resolve("binary"), new byte[] {(byte) 0xff, 0});
        assertThat(run("wsb", "--passwords", binary.toString(), "--port", "0")).isEqualTo(1);
        assertThat(err.toString()).contains(binary + " is no text in UTF-8").doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource({"., is not a file; allowed are", "letter.doc, neither a known extension", "rows.csv, give it with --hz"
    })
    void aFileThatIsNoRecordingIsNamedWithoutACode(String name, String said) throws Exception {
        Files.writeString(directory.resolve("letter.doc"), "Dear doctor");
        Files.writeString(directory.resolve("rows.csv"), "ECG[mV]\n1\n2\n");
        assertThat(run("demo", "--recording", directory.resolve(name).toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains(said).doesNotContain("malformed-recording");
    }

    @Test
    void verboseShowsWhereAnErrorComesFrom() {
        assertThat(run(
                        "export",
                        "--verbose",
                        "--store",
                        directory.resolve("none.db").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("\tat org.banip");
    }

    @Test
    void aTruncatedRecordingIsNamed() throws Exception {
        Path header =
                Files.writeString(directory.resolve("short.hea"), "short 1 360 1000\nshort.dat 16 200 16 0 0 0 0 II\n");
        Files.write(directory.resolve("short.dat"), new byte[100]);
        assertThat(run("demo", "--recording", header.toString())).isEqualTo(1);
        assertThat(err.toString())
                .contains("short.dat", "(malformed-recording)")
                .doesNotContain("\tat ");
    }

    private static void withInput(String line, Runnable command) {
        var before = System.in;
        try {
            System.setIn(new ByteArrayInputStream((line + "\n").getBytes(StandardCharsets.UTF_8)));
            command.run();
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void passwordsAreSetFromStandardInputAndRemoved() throws Exception {
        Path file = directory.resolve("passwords");
        withInput(
                "correct horse",
                () -> assertThat(run("wsb", "passwd", "--cost", "4", file.toString(), "ban-1"))
                        .isZero());
        withInput(
                "short",
                () -> assertThat(run("wsb", "passwd", file.toString(), "ban-2")).isEqualTo(2));
        assertThat(Files.readString(file)).matches("ban-1:\\$2y\\$04\\$.{53}\\R");
        assertThat(err.toString())
                .contains("ban-1 added to", "at least 8 are needed")
                .doesNotContain("correct horse");
        assertThat(run("wsb", "passwd", "--remove", file.toString(), "ban-1")).isZero();
        assertThat(run("wsb", "passwd", "--remove", file.toString(), "ban-1")).isEqualTo(1);
        assertThat(Files.readString(file)).isEmpty();
    }
}
