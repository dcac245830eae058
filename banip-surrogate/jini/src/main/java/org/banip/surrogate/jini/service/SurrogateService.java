package org.banip.surrogate.jini.service;

import java.net.InetAddress;
import java.rmi.server.ServerNotActiveException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import net.jini.export.ServerContext;
import net.jini.io.context.ClientHost;
import org.banip.core.command.CommandArguments;
import org.banip.core.command.CommandDeclaration;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Quoted;
import org.banip.surrogate.api.CommandAnswer;
import org.banip.surrogate.api.CommandOutcome;
import org.banip.surrogate.api.CommandSender;
import org.banip.surrogate.api.SurrogateHandle;
import org.banip.surrogate.jini.remote.AccessToken;
import org.banip.surrogate.jini.remote.RemoteAnswer;
import org.banip.surrogate.jini.remote.RemoteCommands;
import org.banip.surrogate.jini.remote.RemoteDescription;
import org.banip.surrogate.jini.remote.RemoteOutcome;
import org.banip.surrogate.jini.remote.RemoteStatistics;
import org.banip.surrogate.jini.remote.RemoteSurrogate;
import org.banip.surrogate.jini.remote.SubscriberReference;
import org.banip.surrogate.jini.remote.SubscriptionTerms;
import org.banip.surrogate.jini.remote.SubscriptionTicket;

/** Carries out the calls to one surrogate, after checking the caller's right. Any thread. */
public final class SurrogateService implements RemoteSurrogate {
    /** A command may take an hour; nobody keeps a connection and a thread of the host for so long. */
    private static final long LONGEST_COMMAND_SECONDS = 60;

    private static final String LATE = "no result of the command within " + LONGEST_COMMAND_SECONDS
            + " s; whether the BAN carries it out is not known";

    private final SurrogateHandle surrogate;
    private final Rights rights;
    private final RemoteSubscriptions subscriptions;

    /** The service of a surrogate. */
    public SurrogateService(SurrogateHandle surrogate, Rights rights, RemoteSubscriptions subscriptions) {
        this.surrogate = surrogate;
        this.rights = rights;
        this.subscriptions = subscriptions;
    }

    @Override
    public RemoteDescription description(AccessToken token) {
        rights.checkView(token, caller());
        return RemoteDescription.of(surrogate.description());
    }

    @Override
    public RemoteStatistics statistics(AccessToken token) {
        rights.checkView(token, caller());
        return RemoteStatistics.of(surrogate.state(), surrogate.statistics());
    }

    @Override
    public SubscriptionTicket subscribe(AccessToken token, SubscriberReference subscriber, SubscriptionTerms terms) {
        rights.checkView(token, caller());
        InetAddress caller = caller().orElseThrow(
                        () -> new BanipException(ErrorCode.FORBIDDEN, "the caller's address is not known"));
        return subscriptions.subscribe(session(), caller, subscriber, terms);
    }

    @Override
    public SubscriptionTicket renew(AccessToken token, UUID subscription) {
        rights.checkView(token, caller());
        return subscriptions.renew(session(), subscription);
    }

    @Override
    public void unsubscribe(AccessToken token, UUID subscription) {
        rights.checkView(token, caller());
        subscriptions.unsubscribe(session(), subscription);
    }

    @Override
    public RemoteOutcome sendCommand(AccessToken token, String name, byte[] argument) {
        rights.checkCommand(token);
        checkUndeclared(name);
        try {
            CommandOutcome outcome = awaited(surrogate.sendCommand(name, argument, sender()));
            return new RemoteOutcome(outcome.succeeded(), outcome.result());
        } catch (TimeoutException e) {
            throw new BanipException(ErrorCode.SILENT, LATE, e);
        }
    }

    /** What is declared goes through the check of its arguments, and BANip's own names are for the host. */
    private void checkUndeclared(String name) {
        if (surrogate.commands().stream().anyMatch(command -> command.name().equals(name))) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "the BAN declares the command " + Quoted.of(name)
                            + ": send it with call, which checks its arguments");
        }
        if (CommandDeclaration.isReserved(name)) {
            throw new BanipException(
                    ErrorCode.MALFORMED_REQUEST,
                    "the BAN does not declare a command " + Quoted.of(name) + ", and names that begin with '"
                            + CommandDeclaration.RESERVED + "' are BANip's own");
        }
    }

    private static CommandSender sender() {
        return new CommandSender(
                "jini",
                "command-token",
                caller().map(InetAddress::getHostAddress).orElse(""),
                false);
    }

    @Override
    public RemoteCommands commands(AccessToken token) {
        rights.checkView(token, caller());
        return RemoteCommands.of(surrogate.commands());
    }

    @Override
    public RemoteAnswer call(AccessToken token, String name, byte[] arguments) {
        rights.checkCommand(token);
        CommandDeclaration declared = surrogate.commands().stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new BanipException(
                        ErrorCode.MALFORMED_REQUEST, "the BAN does not declare a command " + Quoted.of(name)));
        CommandArguments checked = CommandArguments.read(declared, arguments);
        try {
            return RemoteAnswer.of(awaited(surrogate.call(name, checked.values(), sender())));
        } catch (TimeoutException e) {
            return RemoteAnswer.of(new CommandAnswer(CommandAnswer.State.UNKNOWN, LATE));
        }
    }

    private static <T> T awaited(CompletableFuture<T> sent) throws TimeoutException {
        try {
            return sent.get(LONGEST_COMMAND_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof BanipException refused
                    ? refused
                    : new BanipException(ErrorCode.INTERNAL, "internal error", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BanipException(ErrorCode.INTERNAL, "the host ends", e);
        }
    }

    private UUID session() {
        return surrogate.description().session();
    }

    private static Optional<InetAddress> caller() {
        try {
            return Optional.ofNullable((ClientHost) ServerContext.getServerContextElement(ClientHost.class))
                    .map(ClientHost::getClientHost);
        } catch (ServerNotActiveException e) {
            return Optional.empty(); // not a remote call: nobody's right
        }
    }
}
