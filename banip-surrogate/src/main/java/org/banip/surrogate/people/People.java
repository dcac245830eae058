package org.banip.surrogate.people;

import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.banip.core.error.BanipException;
import org.banip.core.error.ErrorCode;
import org.banip.core.text.Counted;
import org.banip.server.address.ClientNetwork;
import org.banip.server.file.ReloadingFile;
import org.banip.server.log.PeerLog;
import org.banip.server.log.ServerLog;
import org.banip.server.password.BasicCredentials;
import org.banip.server.password.PasswordCheck;
import org.banip.server.password.VerificationLimits;
import org.banip.surrogate.people.spi.ExternalLogIn;
import org.banip.surrogate.people.spi.ProvenPerson;
import org.banip.surrogate.settings.AccessSettings;
import org.banip.surrogate.settings.PeopleSettings;
import org.slf4j.Logger;

/** The people of a viewers' file: their passwords, tokens and log-ins. The file is read again when it changes. Any thread. */
public final class People implements AutoCloseable {
    private static final Logger LOG = ServerLog.of(People.class);

    private static final String LOG_IN = "log-in";

    private final PeerLog refusalLines = PeerLog.ofAnybody(System::nanoTime);
    private final PeopleSettings settings;
    private final Supplier<PeopleEntries> entries;
    private final PasswordCheck passwords;
    private final LogIns logIns;
    private final Optional<ExternalLogIn> external;
    private final WaitingLogIns waiting = new WaitingLogIns();
    private final AnswerLimits answers;

    /**
     * Reads the file; nobody is proven elsewhere.
     *
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public People(PeopleSettings settings) {
        this(settings, Optional.empty());
    }

    /**
     * Reads the file.
     *
     * @param external proves people of whom the file says so; it is closed with these people
     * @throws IllegalArgumentException with every malformed line's number
     * @throws java.io.UncheckedIOException if it cannot be read
     */
    public People(PeopleSettings settings, Optional<ExternalLogIn> external) {
        this(settings, external, System::nanoTime);
    }

    /** How long a log-in lasts when its person does nothing. */
    public Duration idle() {
        return settings.idle();
    }

    People(PeopleSettings settings, Optional<ExternalLogIn> external, LongSupplier nanoClock) {
        this.settings = settings;
        this.external = external;
        if (Files.notExists(settings.file())) {
            throw new IllegalArgumentException("viewers' file " + settings.file()
                    + " does not exist; create it with 'banip host passwd " + settings.file()
                    + " USER --roles ROLES --bans BANS'");
        }
        entries = new ReloadingFile<>(settings.file(), PeopleEntries::read, nanoClock);
        passwords = PasswordCheck.of(entries, VerificationLimits.DEFAULTS);
        logIns = new LogIns(settings.idle(), nanoClock);
        answers = new AnswerLimits(nanoClock);
        if (external.isEmpty() && entries.get().hasExternal()) {
            LOG.warn(
                    "{} has people or groups whom only an identity provider proves, and oidc-issuer is not set",
                    settings.file());
        }
    }

    /** How many people the file has. */
    public int count() {
        return entries.get().size();
    }

    /** Tells the operator who may view over HTTP. */
    public static String inWords(Optional<People> people, AccessSettings access) {
        boolean token = !access.viewerTokens().get().isEmpty();
        return people.map(named ->
                        "viewers: " + named.inWords() + (token ? ", and everybody with the viewers' token" : ""))
                .orElse(
                        token
                                ? "viewers: everybody with the viewers' token; no names"
                                : "viewers: everybody on this machine (loopback only); viewers-file names people");
    }

    private String inWords() {
        PeopleEntries now = entries.get();
        String groups = now.groups() == 0 ? "" : " (" + Counted.of(now.groups(), "group") + ")";
        return count() + " named in " + settings.file()
                + external.map(elsewhere -> ", log-in also at " + elsewhere.inWords() + groups)
                        .orElse("");
    }

    /** The identity provider, if there is one. */
    public Optional<ExternalLogIn> external() {
        return external;
    }

    /** The settings. */
    public PeopleSettings settings() {
        return settings;
    }

    /** The person with this token; empty if nobody has it. */
    public Optional<Admission> withToken(String token) {
        return entries.get().withToken(token).map(entry -> admission(entry.name(), entry.secret(), Person.How.TOKEN));
    }

    /**
     * Checks a name and a password.
     *
     * @return fails with {@code UNAUTHENTICATED} if one is wrong, with {@code LIMIT_REACHED} after too many guesses, or if too many wait
     */
    public CompletionStage<Admission> withPassword(BasicCredentials credentials, String remoteAddress) {
        return proven(credentials, remoteAddress)
                .thenApply(secret -> admission(credentials.name(), secret, Person.How.PASSWORD));
    }

    /** The hash that the password matched, which the file need not have any more. */
    private CompletionStage<String> proven(BasicCredentials credentials, String remoteAddress) {
        return passwords
                .check(credentials, ClientNetwork.of(remoteAddress))
                .thenApply(result -> conclude(credentials.name(), remoteAddress, result));
    }

    /**
     * Logs in with name and password.
     *
     * @return what the cookie must have; fails as {@link #withPassword} does
     */
    public CompletionStage<String> logIn(BasicCredentials credentials, String remoteAddress) {
        String name = credentials.name();
        return proven(credentials, remoteAddress).thenApply(secret -> {
            Supplier<Optional<Person>> now = () -> person(name, secret, Person.How.LOG_IN);
            if (now.get().isEmpty()) {
                throw wrong();
            }
            String cookie = logIns.begin(name, now);
            LOG.info("- {} logged in from {}", name, remoteAddress);
            return cookie;
        });
    }

    /**
     * Begins a log-in at the identity provider.
     *
     * @param secret what the cookie of this browser will have
     * @return fails as {@link ExternalLogIn#begin} does, and with {@code LIMIT_REACHED} while too many from there wait for the provider
     */
    public CompletionStage<URI> begin(String secret, String remoteAddress) {
        ExternalLogIn elsewhere = external.orElseThrow();
        return waiting.ask(ClientNetwork.of(remoteAddress), () -> elsewhere.begin(secret));
    }

    /**
     * Finds out whom an answer of the identity provider proves.
     *
     * @param secret what the cookie of this browser has
     * @param answer the parameters with which the browser came back
     * @return fails as {@link ExternalLogIn#finish} does, and with {@code LIMIT_REACHED} after too many answers from there that proved nobody,
     *     and while too many wait for the provider
     */
    public CompletionStage<ProvenPerson> prove(String secret, Map<String, String> answer, String remoteAddress) {
        ClientNetwork from = ClientNetwork.of(remoteAddress);
        if (answers.refuse(from)) {
            return CompletableFuture.failedFuture(new BanipException(
                    ErrorCode.LIMIT_REACHED,
                    "too many log-ins from this address proved nobody, try again in five minutes"));
        }
        ExternalLogIn elsewhere = external.orElseThrow();
        return waiting.ask(from, () -> elsewhere.finish(secret, answer)).whenComplete((proven, failure) -> {
            if (failure != null && !isLimit(failure)) {
                answers.wrong(from);
            }
        });
    }

    /** Whether nobody was asked, because too many wait. */
    private static boolean isLimit(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return cause instanceof BanipException known && known.code() == ErrorCode.LIMIT_REACHED;
    }

    /**
     * Logs in somebody whom the identity provider has proven. The log-in ends when the file grants nothing to this person any more.
     *
     * @return what the cookie must have
     * @throws BanipException {@code FORBIDDEN} if the file grants nothing
     */
    public String logIn(ProvenPerson proven, String remoteAddress) {
        Supplier<Optional<Person>> now = () -> entries.get().external(proven);
        if (now.get().isEmpty()) {
            logInRefused(proven.name(), remoteAddress, "proven elsewhere, and has no role here");
            throw new BanipException(ErrorCode.FORBIDDEN, proven.name() + " has no role at this host");
        }
        String cookie = logIns.begin(proven.name(), now);
        LOG.info("- {} logged in from {}, proven elsewhere", proven.name(), remoteAddress);
        return cookie;
    }

    private String conclude(String name, String remoteAddress, PasswordCheck.Result result) {
        return switch (result.outcome()) {
            case RIGHT -> result.hash().orElseThrow().text();
            case WRONG, UNKNOWN -> {
                logInRefused(name, remoteAddress, "wrong name or password");
                throw wrong();
            }
            case TOO_MANY ->
                throw new BanipException(
                        ErrorCode.LIMIT_REACHED,
                        "too many wrong passwords from this address, try again in five minutes");
            case BUSY ->
                throw new BanipException(
                        ErrorCode.LIMIT_REACHED, "too many log-ins wait to be checked, try again later");
        };
    }

    private void logInRefused(String name, String from, String why) {
        refusalLines.happened(
                LOG_IN, from, end -> LOG.warn("- log-in of {} refused, from {}: {}{}", name, from, why, end));
    }

    private static BanipException wrong() {
        return new BanipException(ErrorCode.UNAUTHENTICATED, "wrong name or password");
    }

    /**
     * The person of the log-in with this cookie; empty if there is none, or it has ended.
     *
     * @param active whether the request is something that the person does, and not what a page does by itself
     */
    public Optional<Admission> withCookie(String cookie, boolean active) {
        return logIns.find(cookie, active)
                .flatMap(logIn -> logIn.now().get())
                .map(person -> new Admission(
                        person,
                        () -> logIns.find(cookie, false)
                                .flatMap(still -> still.now().get())));
    }

    /** The key that a form or a script must send with this cookie, so that no other site can act for the person. */
    public Optional<String> formKey(String cookie) {
        return logIns.find(cookie, false).map(LogIns.LogIn::formKey);
    }

    /** Ends the log-in with this cookie. */
    public void logOut(String cookie) {
        logIns.find(cookie, false).ifPresent(logIn -> LOG.info("- {} logged out", logIn.name()));
        logIns.end(cookie);
    }

    /** A text that cannot be guessed, for the form of a log-in. */
    public String newFormKey() {
        return logIns.secret();
    }

    private Admission admission(String name, String secret, Person.How how) {
        Person person = person(name, secret, how).orElseThrow(People::wrong);
        return new Admission(person, () -> person(name, secret, how));
    }

    /** The person, as long as the file has the secret that was proven. */
    private Optional<Person> person(String name, String secret, Person.How how) {
        return entries.get()
                .find(name)
                .filter(entry -> entry.secret().equals(secret))
                .map(entry -> entry.person(how));
    }

    /** Fails the log-ins that are not compared yet. */
    @Override
    public void close() {
        passwords.close();
        external.ifPresent(ExternalLogIn::close);
    }
}
