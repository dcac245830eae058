package org.banip.measure.peer;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.banip.measure.peer.process.ReceivingProcess;
import org.banip.measure.peer.process.RunArguments;
import org.banip.measure.peer.process.SendingProcess;

/**
 * Both processes of a run and their hosts. One thread.
 *
 * @param hosts the hosts of both processes
 * @param arguments of both
 * @param receiving the process that stores
 * @param sending the process with the sensors
 */
record PeerPair(RunHosts hosts, RunArguments arguments, PeerProcess receiving, PeerProcess sending)
        implements AutoCloseable {
    private static final int PASSWORD_BYTES = 18;

    /** Starts both; when this returns, both are running. */
    static PeerPair start(RunPlan plan, Path folder) throws IOException, InterruptedException {
        RunHosts hosts = plan.link().isPresent()
                ? new EmulatedRunHosts(plan.link().get(), plan.seed())
                : new RunHosts.Loopback();
        try {
            RunArguments arguments = new RunArguments(
                    plan.peer(), hosts.address(), 0, plan.bytesPerSecond(), folder, plan.speed(), plan.source());
            return start(hosts, arguments, password());
        } catch (IOException | InterruptedException | RuntimeException e) {
            hosts.close();
            throw e;
        }
    }

    private static PeerPair start(RunHosts hosts, RunArguments arguments, String password)
            throws IOException, InterruptedException {
        PeerProcess receiving = new PeerProcess(ReceivingProcess.class, arguments, password, hosts::startReceiving);
        try {
            int port = Integer.parseInt(receiving.listen().replace("ready ", ""));
            PeerProcess sending =
                    new PeerProcess(SendingProcess.class, arguments.at(port), password, hosts::startSending);
            try {
                sending.listen();
                return new PeerPair(hosts, arguments, receiving, sending);
            } catch (IOException | InterruptedException | RuntimeException e) {
                sending.close();
                throw e;
            }
        } catch (IOException | InterruptedException | RuntimeException e) {
            receiving.close();
            throw e;
        }
    }

    private static String password() {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Ends both, then their hosts. */
    @Override
    public void close() {
        sending.close();
        receiving.close();
        hosts.close();
    }
}
