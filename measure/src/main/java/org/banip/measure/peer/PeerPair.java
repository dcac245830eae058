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
 * @param place where they live
 * @param arguments of both
 * @param receiving the process that stores
 * @param sending the process with the sensors
 */
record PeerPair(Place place, RunArguments arguments, PeerProcess receiving, PeerProcess sending)
        implements AutoCloseable {
    private static final int PASSWORD_BYTES = 18;

    /** Starts both; when this returns, both are running. */
    static PeerPair start(RunPlan plan, Path folder) throws IOException, InterruptedException {
        Place place =
                plan.link().isPresent() ? new EmulatedPlace(plan.link().get(), plan.seed()) : new Place.Loopback();
        try {
            RunArguments arguments = new RunArguments(
                    plan.peer(), place.address(), 0, plan.bytesPerSecond(), folder, plan.speed(), plan.source());
            return start(place, arguments, password());
        } catch (IOException | InterruptedException | RuntimeException e) {
            place.close();
            throw e;
        }
    }

    private static PeerPair start(Place place, RunArguments arguments, String password)
            throws IOException, InterruptedException {
        PeerProcess receiving = new PeerProcess(ReceivingProcess.class, arguments, password, place::startReceiving);
        try {
            int port = Integer.parseInt(receiving.listen().replace("ready ", ""));
            PeerProcess sending =
                    new PeerProcess(SendingProcess.class, arguments.at(port), password, place::startSending);
            try {
                sending.listen();
                return new PeerPair(place, arguments, receiving, sending);
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
        place.close();
    }
}
