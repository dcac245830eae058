package org.banip.app.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.banip.app.certificate.DevelopmentAuthority;
import org.banip.app.option.Checked;
import org.banip.app.option.HostNames;
import org.banip.server.address.AddressLiteral;
import org.banip.server.tls.TlsFiles;
import org.banip.wsb.spi.Identity;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;

/** {@code banip certificates}. */
@Command(
        name = "certificates",
        header = "Makes a certificate authority of your own, and certificates of servers and clients that it signs.",
        description = {
            "For development, demonstrations and closed networks. An authority that is in the folder is used again, so clients that"
                    + " trust it need nothing new.",
            "Keys are EC on the curve P-256. Private keys are readable by you only."
        })
final class CertificatesCommand implements Callable<Integer> {
    private static final List<String> THIS_MACHINE = List.of("localhost", "127.0.0.1", "::1");
    private static final int MOST_DAYS = 3650;
    /** How the command was called, so that the lines that are printed can be copied. */
    private static final String LAUNCHER = "  " + System.getProperty("banip.launcher", "banip");

    @Option(
            names = "--out",
            paramLabel = "DIR",
            defaultValue = "certificates",
            description = "Folder for the files; it is created. Default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("certificates");

    @Option(
            names = "--host",
            paramLabel = "NAME",
            split = ",",
            converter = HostNames.class,
            description = {
                "Names and addresses by which clients reach the server, besides localhost, 127.0.0.1 and ::1; several with commas.",
                "Default: none."
            })
    private List<String> hosts = List.of();

    @Option(
            names = "--client",
            paramLabel = "USER",
            split = ",",
            description = {
                "Make certificates of MBUs that log in as these users, instead of a server's; several with commas.",
                "Default: none."
            })
    private List<String> clients = List.of();

    @Option(
            names = "--broker",
            paramLabel = "NAME",
            split = ",",
            description = {
                "Make certificates that brokers of these names show to hosts with broker-ca, instead of a server's; several with commas.",
                "Default: none."
            })
    private List<String> brokers = List.of();

    @Option(
            names = "--days",
            paramLabel = "N",
            defaultValue = "365",
            description =
                    "How long the certificate is valid, 1 to 3650 days; it ends with the authority at the latest. Default:"
                            + " ${DEFAULT-VALUE}.")
    private int days;

    @Option(
            names = "--force",
            description = "Replace certificates and keys that exist. The authority is never replaced. Default: no.")
    private boolean force;

    @CommandLine.Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandLine.Model.CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        if (days < 1 || days > MOST_DAYS) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(), "--days: '" + days + "' is not allowed; allowed is 1 to " + MOST_DAYS);
        }
        int kinds = (hosts.isEmpty() ? 0 : 1) + (clients.isEmpty() ? 0 : 1) + (brokers.isEmpty() ? 0 : 1);
        if (kinds > 1) {
            throw new CommandLine.ParameterException(
                    spec.commandLine(),
                    "--host is for a server's certificate, --client for those of MBUs, and --broker for those of brokers: use one of them");
        }
        if (!clients.isEmpty()) {
            return makeClients();
        }
        if (!brokers.isEmpty()) {
            return makeBrokers();
        }
        Set<String> names = new LinkedHashSet<>(THIS_MACHINE);
        names.addAll(hosts);
        DevelopmentAuthority authority = checked(() -> DevelopmentAuthority.in(folder));
        Instant until = checked(() -> authority.issueServer(List.copyOf(names), days, force));
        explain(authority, names, until);
        return ExitCode.OK;
    }

    private int makeClients() throws InterruptedException {
        for (String user : clients) {
            if (!Identity.isName(user)) {
                throw new CommandLine.ParameterException(
                        spec.commandLine(), "--client: '" + user + "' is no user's name: " + Identity.ALLOWED);
            }
        }
        DevelopmentAuthority authority = checked(() -> DevelopmentAuthority.in(folder));
        PrintWriter out = spec.commandLine().getOut();
        for (String user : clients) {
            Instant until = checked(() -> authority.issueClient(user, days, force));
            out.println(authority.client(user).certificate() + "  the certificate of user " + user + ", valid until "
                    + day(until));
            out.println(authority.client(user).privateKey().orElseThrow() + "  the user's key");
        }
        out.println();
        out.println("Use them:");
        out.println(LAUNCHER + " wsb --client-ca " + authority.certificate()
                + " --certificate-file … --private-key-file …");
        out.println(LAUNCHER + " mbu --client-certificate "
                + authority.client(clients.get(0)).certificate() + " --client-key "
                + authority.client(clients.get(0)).privateKey().orElseThrow() + " --trust " + authority.certificate()
                + " --ban "
                + clients.get(0)
                + " --wsb https://…");
        return ExitCode.OK;
    }

    private int makeBrokers() throws InterruptedException {
        Checked.options(spec, () -> {
            brokers.forEach(DevelopmentAuthority::checkBroker);
            return brokers;
        });
        DevelopmentAuthority authority = checked(() -> DevelopmentAuthority.in(folder));
        PrintWriter out = spec.commandLine().getOut();
        for (String name : brokers) {
            Instant until = checked(() -> authority.issueBroker(name, days, force));
            out.println(authority.broker(name).certificate() + "  the certificate of broker " + name + ", valid until "
                    + day(until));
            out.println(authority.broker(name).privateKey().orElseThrow() + "  the broker's key");
        }
        TlsFiles first = authority.broker(brokers.get(0));
        out.println();
        out.println("Use them:");
        out.println(LAUNCHER + " host --broker-ca " + authority.certificate()
                + " --certificate-file … --private-key-file …");
        out.println(LAUNCHER + " wsb --host-certificate-file " + first.certificate() + " --host-private-key-file "
                + first.privateKey().orElseThrow() + " --trust " + authority.certificate()
                + " --host-url https://… --passwords … --certificate-file … --private-key-file …");
        return ExitCode.OK;
    }

    private interface Interruptible<T> {
        T get() throws InterruptedException;
    }

    /** Reports what is refused as a wrong option. */
    private <T> T checked(Interruptible<T> made) throws InterruptedException {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void explain(DevelopmentAuthority authority, Set<String> names, Instant until) {
        PrintWriter out = spec.commandLine().getOut();
        Path certificate = authority.server().certificate();
        Path key = authority.server().privateKey().orElseThrow();
        out.println(authority.certificate() + "  "
                + (authority.isNew() ? "the new authority's certificate" : "the authority's certificate, as it was")
                + ", valid until " + day(authority.validUntil()) + ": copy it to the clients, which trust it");
        out.println(authority.key() + "  the authority's key: whoever has it can pose as any of your servers");
        out.println(certificate + "  the server's certificate for " + String.join(", ", names) + ", valid until "
                + day(until));
        out.println(key + "  the server's key");
        out.println();
        String own = " --certificate-file " + certificate + " --private-key-file " + key;
        String trust = " --trust " + authority.certificate();
        String name = inUrl(hosts.isEmpty() ? "localhost" : hosts.get(0));
        out.println("Use them:");
        out.println(LAUNCHER + " host" + own);
        out.println(LAUNCHER + " wsb --passwords passwords --host-url https://localhost:8081/" + trust + own);
        out.println(LAUNCHER + " mbu --user NAME --wsb https://" + name + ":8080/" + trust);
        out.println(LAUNCHER + " watch --host-url https://localhost:8081/" + trust);
    }

    private static String day(Instant instant) {
        return instant.atZone(ZoneOffset.UTC).toLocalDate().toString();
    }

    private static String inUrl(String host) {
        boolean ipv6 = host.contains(":") && AddressLiteral.read(host).isPresent();
        return ipv6 ? "[" + host + "]" : host;
    }
}
