package org.banip.app.command;

import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.banip.app.option.JiniPeers;
import org.banip.app.option.LookupOptions;
import org.banip.surrogate.jini.client.LookupClient;
import org.banip.surrogate.jini.filter.JvmFilter;
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
        header = "Lists the surrogates and hosts that Jini lookup services know.",
        description = {
            "For each surrogate: its BAN, the host, since when, its type, its sensors, and how long it stays registered after its"
                    + " host has died. When that time began is not known: a lookup service does not tell it. Surrogates that have"
                    + " ended and can still be read, and hosts that brokers find, follow.",
            "A lookup service that does not answer is named on standard error. Ends with 1 if none answers."
        })
final class ServicesCommand implements Callable<Integer> {
    @Mixin
    private LookupOptions lookup = new LookupOptions();

    @Option(names = "--json", description = "Print the list as one document of JSON. Default: as text.")
    private boolean json;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter err = spec.commandLine().getErr();
        ServicesReport report = new ServicesReport(ask(JiniPeers.once(err::println)));
        report.missing().forEach(err::println);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(report.toJson());
        } else {
            report.none().ifPresent(err::println);
            report.toLines().forEach(out::println);
        }
        return ExitCode.OK;
    }

    private KnownServices ask(Consumer<String> leftOut) throws InterruptedException {
        try (Transport transport = lookup.transport()) {
            List<LookupAddress> lookups = lookup.lookups();
            JvmFilter.installForWholeJvm();
            return KnownServices.ask(lookups, at -> LookupClient.find(at, transport, lookup.hosts(at), leftOut));
        }
    }
}
