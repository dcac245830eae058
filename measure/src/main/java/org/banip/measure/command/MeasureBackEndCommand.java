package org.banip.measure.command;

import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.banip.app.option.Checked;
import org.banip.app.option.HostNames;
import org.banip.app.option.Ranges;
import org.banip.app.option.Secrets;
import org.banip.app.terminal.Stop;
import org.banip.measure.cpi.process.BackEndServer;
import org.banip.server.address.AddressLiteral;
import org.banip.server.settings.Secret;
import org.banip.server.tls.TlsFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code banip measure back-end}. */
@Command(
        name = "back-end",
        header = "Runs the back-end of 'banip measure cpi' for another machine.",
        description = {
            "Each run has a surrogate host, a broker and a live subscriber of its own, one run at a time. The MBU is on the other"
                    + " machine, started by 'banip measure cpi --back-end URL'.",
            "Ends when it is interrupted, or after a time without a run."
        })
final class MeasureBackEndCommand implements Callable<Integer> {
    private static final int TOKEN_BYTES = 16;
    private static final int SHORTEST_TOKEN = 16;
    private static final Duration STEP = Duration.ofMillis(500);
    private static final int INTERRUPTED = 130;

    private final Stop stop;

    @Option(
            names = "--listen",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            converter = HostNames.class,
            description =
                    "Address or name of this machine. Beyond loopback TLS is needed, or --allow-plain. Default: ${DEFAULT-VALUE}.")
    private String address = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            defaultValue = "8090",
            converter = Ranges.Port.class,
            description = "Port for the commands, 0 to 65535; 0 is any free port. Default: ${DEFAULT-VALUE}.")
    private int port;

    @Option(
            names = "--port-wsb",
            paramLabel = "PORT",
            defaultValue = "8091",
            converter = Ranges.Port.class,
            description = "Port for the MBU, 0 to 65535; 0 is any free port. Default: ${DEFAULT-VALUE}.")
    private int brokerPort;

    @Option(
            names = "--certificate-file",
            paramLabel = "FILE",
            description = "Certificate in PEM form; 'banip certificates --host ADDRESS' makes one. Default: no TLS.")
    private @Nullable Path certificate;

    @Option(
            names = "--private-key-file",
            paramLabel = "FILE",
            description = "Its private key in PEM form; needed with --certificate-file. Default: none.")
    private @Nullable Path privateKey;

    @Option(
            names = "--allow-plain",
            description =
                    "Listen beyond this machine without TLS, because something else protects the network. Default: no.")
    private boolean plain;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            converter = Secrets.FromFile.class,
            description =
                    "Its first line is the token that the other machine must show, 16 characters or more. Default: a new random"
                            + " token, which is printed.")
    private @Nullable Secret token;

    @Option(
            names = "--idle",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            converter = Ranges.Seconds.class,
            description = "End after this time without a run. Default: ${DEFAULT-VALUE}.")
    private Duration idle = Duration.ofHours(1);

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    MeasureBackEndCommand(Stop stop) {
        this.stop = stop;
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<TlsFiles> tls = tls();
        if (tls.isEmpty() && !plain && !isLoopback()) {
            throw wrong(
                    "to listen on " + address + ", which is more than loopback, it needs TLS: 'banip certificates"
                            + " --host " + address
                            + "', then --certificate-file certificates/server.pem --private-key-file"
                            + " certificates/server-key.pem; --allow-plain allows it where something else protects the network");
        }
        String secret = token == null ? randomToken() : token.value();
        if (secret.length() < SHORTEST_TOKEN) {
            throw wrong("the token has " + secret.length() + " characters, at least " + SHORTEST_TOKEN + " are needed");
        }
        PrintWriter out = spec.commandLine().getOut();
        PrintWriter err = spec.commandLine().getErr();
        stop.listen();
        BackEndServer.Settings settings = new BackEndServer.Settings(address, port, brokerPort, tls, secret);
        try (BackEndServer server = Checked.options(
                spec, () -> new BackEndServer(settings, MeasureBackEndCommand::epochNanos, err::println))) {
            explain(server.url(), secret, out);
            while (!stop.await(STEP) && server.quiet().compareTo(idle) < 0) {
                // runs go on
            }
        }
        if (!stop.requested()) {
            err.println("no run for " + idle.toSeconds() + " s: the back-end ends");
        }
        return stop.requested() ? INTERRUPTED : ExitCode.OK;
    }

    private Optional<TlsFiles> tls() {
        if (certificate == null && privateKey == null) {
            return Optional.empty();
        }
        if (certificate == null || privateKey == null) {
            throw wrong("--certificate-file and --private-key-file go together");
        }
        return Optional.of(TlsFiles.pem(certificate, privateKey));
    }

    private boolean isLoopback() {
        return address.equals("localhost")
                || AddressLiteral.read(address)
                        .filter(read -> read.isLoopbackAddress())
                        .isPresent();
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private void explain(URI url, String secret, PrintWriter out) {
        out.println("back-end ready at " + url + ", MBUs at port " + brokerPort + "; on the other machine:");
        String trust = certificate == null ? plain ? " --allow-plain" : "" : " --trust ca.pem";
        if (token == null) {
            out.println("  BANIP_TOKEN=" + secret + " banip measure cpi --back-end " + url + trust);
        } else {
            out.println("  banip measure cpi --back-end " + url + trust + " --token-file FILE");
        }
        out.flush();
    }

    private static String randomToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    private static long epochNanos() {
        Instant now = Instant.now();
        return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
    }
}
