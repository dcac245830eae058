package org.banip.app.command;

import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.banip.app.option.JiniPeers;
import org.banip.app.option.LookupOptions;
import org.banip.core.json.JsonWriter;
import org.banip.core.text.Quoted;
import org.banip.surrogate.jini.client.FoundSurrogate;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.registration.CallDeadline;
import org.banip.surrogate.jini.settings.LookupAddress;
import org.banip.surrogate.jini.transport.Transport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip services}. */
@Command(
        name = "services",
        header = "Lists the surrogates that a Jini lookup service knows.",
        description =
                "For each: its BAN, the host, since when, its sensors, and how long it stays registered after its host"
                        + " has died. When that time began is not known: a lookup service does not tell it.")
final class ServicesCommand implements Callable<Integer> {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(30);
    private static final int LONGEST_TEXT = 200;

    @Mixin
    private LookupOptions lookup = new LookupOptions();

    @Option(names = "--json", description = "Print the list as one document of JSON. Default: as text.")
    private boolean json;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        Transport transport = lookup.transport();
        List<LookupAddress> lookups = lookup.lookups();
        JvmFilter.installForWholeJvm();
        List<FoundSurrogate> all = new CallDeadline(LONGEST_CALL)
                .call(() -> find(lookups, transport)).stream()
                        .sorted(Comparator.comparing(FoundSurrogate::ban)
                                .thenComparing(FoundSurrogate::host)
                                .thenComparing(FoundSurrogate::session))
                        .toList();
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(document(lookups, all));
        } else if (all.isEmpty()) {
            spec.commandLine()
                    .getErr()
                    .println(inWords(lookups) + (lookups.size() == 1 ? " knows" : " know") + " no surrogate now");
        } else {
            all.forEach(surrogate -> print(surrogate, out));
        }
        return ExitCode.OK;
    }

    /** A surrogate that several lookup services know is listed once. */
    private Collection<FoundSurrogate> find(List<LookupAddress> lookups, Transport transport) {
        Consumer<String> leftOut = JiniPeers.once(spec.commandLine().getErr()::println);
        Map<String, FoundSurrogate> all = new HashMap<>();
        for (LookupAddress at : lookups) {
            try (LookupClient client = LookupClient.find(at, transport, lookup.hosts(at), leftOut)) {
                client.surrogates().forEach(surrogate -> all.put(surrogate.service(), surrogate));
            }
        }
        return all.values();
    }

    private static String inWords(List<LookupAddress> lookups) {
        return lookups.stream().map(LookupAddress::toString).collect(Collectors.joining(", "));
    }

    private static void print(FoundSurrogate surrogate, PrintWriter out) {
        out.println(shown(surrogate.ban()) + "  on " + shown(surrogate.host()) + "  since "
                + since(surrogate).truncatedTo(ChronoUnit.SECONDS)
                + surrogate
                        .lease()
                        .map(lease -> "  lease " + lease.toMillis() + " ms")
                        .orElse(""));
        out.println("    service " + surrogate.service() + ", session " + shown(surrogate.session()));
        for (FoundSurrogate.SensorKind sensors : surrogate.sensors()) {
            out.println("    " + shown(sensors.group()) + ": " + shown(sensors.channels()) + " at "
                    + shown(sensors.frequencyHz()) + " Hz");
        }
    }

    /** Hosts, and whoever can register, chose these words. */
    private static String shown(String text) {
        return Quoted.line(text, LONGEST_TEXT);
    }

    private static Instant since(FoundSurrogate surrogate) {
        return Instant.EPOCH.plus(surrogate.activatedNanos(), ChronoUnit.NANOS);
    }

    private String document(List<LookupAddress> lookups, List<FoundSurrogate> all) {
        JsonWriter out =
                new JsonWriter().beginObject().field("lookup", inWords(lookups)).beginList("surrogates");
        all.forEach(surrogate -> surrogate(surrogate, out));
        return out.endList().endObject().toString();
    }

    private static void surrogate(FoundSurrogate surrogate, JsonWriter out) {
        out.beginObject()
                .field("service", surrogate.service())
                .field("ban", surrogate.ban())
                .field("host", surrogate.host())
                .field("session", surrogate.session())
                .field("activatedNanos", surrogate.activatedNanos());
        surrogate.lease().ifPresent(lease -> out.field("leaseMillis", lease.toMillis()));
        out.beginList("sensors");
        for (FoundSurrogate.SensorKind sensors : surrogate.sensors()) {
            out.beginObject()
                    .field("group", sensors.group())
                    .field("frequencyHz", sensors.frequencyHz())
                    .beginList("channels");
            List.of(sensors.channels().split(",", -1)).forEach(out::element);
            out.endList().endObject();
        }
        out.endList().endObject();
    }
}
