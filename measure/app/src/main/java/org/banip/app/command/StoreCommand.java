package org.banip.app.command;

import java.io.PrintWriter;
import java.rmi.server.ExportException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.banip.app.option.Checked;
import org.banip.app.option.CopyOptions;
import org.banip.app.option.JiniOptions;
import org.banip.app.option.JiniPeers;
import org.banip.app.option.LookupPlaces;
import org.banip.app.option.Secrets;
import org.banip.app.store.EventLines;
import org.banip.app.store.StoreInterest;
import org.banip.app.terminal.Figures;
import org.banip.app.terminal.Stop;
import org.banip.core.transcoding.Transcoders;
import org.banip.server.settings.Secret;
import org.banip.surrogate.jini.client.BanSubscriber;
import org.banip.surrogate.jini.filter.JvmFilter;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.transport.Transport;
import org.banip.surrogate.store.JdbcStore;
import org.banip.surrogate.store.Store;
import org.banip.surrogate.store.StoreLocation;
import org.banip.surrogate.store.StoreSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code banip store}. */
@Command(
        name = "store",
        header = "Stores BANs in a process of its own, which subscribes to them over Jini.",
        description = {
            "Follows BANs of all hosts that the lookup services know, as they come and go, until it is interrupted. Each is stored"
                    + " from where this store has it, so nothing is lost while this process or a host is away.",
            "'banip export' reads the store."
        })
final class StoreCommand implements Callable<Integer> {
    private final Stop stop;

    @Mixin
    private final CopyOptions stored = new CopyOptions();

    @Mixin
    private final JiniOptions jini = new JiniOptions();

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description = "File whose first line is the token that hosts require of viewers. Default: no token.")
    private @Nullable Secret token;

    @Option(names = "--ban", paramLabel = "ID", description = "Store this BAN; may be repeated. Default: all BANs.")
    private Set<String> bans = new TreeSet<>();

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    StoreCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException, ExportException {
        StoreLocation location = Checked.options(spec, stored::location);
        Transport transport = Checked.options(spec, jini::transport);
        JvmFilter.installForWholeJvm();
        stop.listen();
        PrintWriter out = spec.commandLine().getOut();
        Store store = JdbcStore.open(location, StoreSettings.DEFAULT);
        StoreInterest interest;
        try (store;
                transport;
                LookupPlaces places = Checked.options(spec, jini::places)) {
            EventLines lines = new EventLines(out, Clock.systemUTC());
            interest = new StoreInterest(store, Transcoders.installed(), bans, Clock.systemUTC(), lines, stop::request);
            follow(interest, places, transport, location, lines);
        }
        Store.StoreStatistics did = store.statistics();
        out.println("store ends: followed " + Figures.counted(interest.followed(), "BAN") + ", "
                + Figures.counted(did.packets(), "packet") + " and " + Figures.counted(did.gaps(), "gap") + " stored");
        if (interest.fenced().isPresent()) {
            throw interest.fenced().get();
        }
        return ExitCode.OK;
    }

    private void follow(
            StoreInterest interest, LookupPlaces places, Transport transport, StoreLocation location, EventLines lines)
            throws InterruptedException, ExportException {
        PrintWriter out = spec.commandLine().getOut();
        BanSubscriber.Builder builder = BanSubscriber.builder(
                        places.directory(transport, JiniPeers.once(lines::say)), transport, interest)
                .withEnded();
        Optional.ofNullable(token).ifPresent(secret -> builder.token(new AccessToken(secret.value())));
        BanSubscriber subscriber = builder.start();
        try {
            out.println("store ready: stores " + (bans.isEmpty() ? "all BANs" : "BAN " + String.join(", ", bans))
                    + " that " + places.inWords() + " lists in " + location);
            while (!stop.await(Duration.ofHours(1))) {
                // wait until the user ends it
            }
        } finally {
            subscriber.close();
        }
    }
}
