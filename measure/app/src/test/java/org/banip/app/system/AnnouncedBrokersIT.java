package org.banip.app.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.banip.app.Banip;
import org.banip.emulator.NeedsPrivileges;
import org.banip.wsb.authentication.PasswordFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * An MBU on one machine, two brokers that announce themselves on another one, and a cable between them: each machine is a network namespace, so that the
 * port of multicast DNS is their own. No name of a broker is in any DNS.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AnnouncedBrokersIT {
    private static final String PASSWORD = "correct horse battery staple";
    private static final String BROKERS = "10.77.0.1";
    private static final String MBU = "10.77.0.2";
    private static final String OWN = "banip-dnssd-" + ProcessHandle.current().pid();
    private static final String FIXED = OWN + "-fixed";
    private static final String MOBILE = OWN + "-mobile";

    @TempDir
    Path directory;

    private final List<BanipProcess> servers = new ArrayList<>();

    private static void ip(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("ip"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).inheritIO().start();
        assertThat(process.waitFor()).as("%s", command).isZero();
    }

    @BeforeEach
    void connectTwoMachines() throws Exception {
        NeedsPrivileges.check();
        ip("netns", "add", FIXED);
        ip("netns", "add", MOBILE);
        ip("-n", FIXED, "link", "add", "cable", "type", "veth", "peer", "name", "cable", "netns", MOBILE);
        ip("-n", FIXED, "address", "add", BROKERS + "/24", "dev", "cable");
        ip("-n", MOBILE, "address", "add", MBU + "/24", "dev", "cable");
        for (String machine : List.of(FIXED, MOBILE)) {
            ip("-n", machine, "link", "set", "lo", "up");
            ip("-n", machine, "link", "set", "cable", "up");
        }
    }

    @AfterEach
    void disconnect() throws Exception {
        servers.forEach(BanipProcess::close);
        for (String machine : List.of(FIXED, MOBILE)) {
            if (Files.exists(Path.of("/run/netns", machine))) {
                ip("netns", "del", machine);
            }
        }
    }

    private BanipProcess start(String machine, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", machine));
        command.addAll(BanipProcess.command(Banip.class, args));
        return BanipProcess.start(command, args[0], directory, Map.of());
    }

    private BanipProcess broker(String name, int port) throws IOException {
        BanipProcess broker = start(
                FIXED,
                "wsb",
                "--listen",
                BROKERS,
                "--port",
                "" + port,
                "--certificate-file",
                "certificates/server.pem",
                "--private-key-file",
                "certificates/server-key.pem",
                "--announce",
                BROKERS,
                "--announce-name",
                name,
                "--passwords",
                "passwords");
        servers.add(broker);
        assertThat(broker.awaitReady().getPort()).isEqualTo(port);
        broker.awaitSaid("announcing https://" + name + ":" + port + "/ at " + BROKERS);
        return broker;
    }

    private BanipProcess mbu(String place, String... more) throws IOException {
        List<String> args = new ArrayList<>(
                List.of("mbu", "--json", "--wsb", place, "--user", "ban-1", "--password-file", "password"));
        args.addAll(List.of(more));
        return start(MOBILE, args.toArray(String[]::new));
    }

    @Test
    void anMbuFindsBrokersAndTakesAnotherOneWhenItsOwnGoesAway() throws Exception {
        Files.writeString(directory.resolve("password"), PASSWORD + "\n");
        new PasswordFile(directory.resolve("passwords")).set("ban-1", PASSWORD.toCharArray(), 4);
        try (BanipProcess made =
                BanipProcess.start(directory, "certificates", "--host", "wsb-one.local,wsb-two.local")) {
            assertThat(made.awaitExit()).as(made.said()).isZero();
        }
        BanipProcess host = start(FIXED, "host", "--store", "store.db");
        servers.add(host);
        assertThat(host.awaitReady()).hasPort(8081);
        BanipProcess one = broker("wsb-one.local", 8443);
        try (BanipProcess mbu = mbu("dnssd", "--trust", "certificates/ca.pem")) {
            mbu.awaitSaid("acknowledged [1-9][\\d,]* .* connected");
            BanipProcess two = broker("wsb-two.local", 8543);
            one.terminate();
            one.awaitExit();
            mbu.awaitSaid("broker https://wsb-two.local:8543/ instead of https://wsb-one.local:8443/");
            mbu.interrupt();
            assertThat(mbu.awaitExit()).as(mbu.said()).isEqualTo(130);
            Stored.assertExact(directory, "store.db", mbu.json());
            try (BanipProcess untrusting = mbu("dnssd:trust=ward.example", "--seconds", "1")) {
                untrusting.awaitSaid("wsb-two.local as a broker; it is not in ward.example, so it gets no credentials");
            }
            two.terminate();
            two.awaitExit();
        }
    }
}
