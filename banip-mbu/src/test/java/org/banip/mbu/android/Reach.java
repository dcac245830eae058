package org.banip.mbu.android;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.banip.mbu.android.ClassFile.Method;
import org.banip.mbu.android.ClassFile.Reference;
import org.jspecify.annotations.Nullable;

/**
 * Finds all code that is reachable from given methods, and the platform members in it that Android lacks: rapid type analysis (Bacon and Sweeney,
 * 1996). A call of a method reaches the methods that override it in instantiated classes. A used class is initialised. The platform may call
 * every method of an instance that overrides one of the platform's methods. Calls by reflection are not found. One thread.
 */
final class Reach {
    private final ClassFiles files;
    private final AndroidApi android;
    private final Set<String> neverTaken;
    private final Set<String> met = new TreeSet<>();
    /** Each reachable method with the first method that led to it. Entries lead to themselves. */
    private final Map<Method, Method> reached = new LinkedHashMap<>();

    private @Nullable Method visiting;
    private final Deque<Method> toVisit = new ArrayDeque<>();
    private final Set<String> initialised = new LinkedHashSet<>();
    private final Set<String> instances = new LinkedHashSet<>();
    /** The signatures of virtual calls, by the class on which they are called. */
    private final Map<String, Set<String>> called = new HashMap<>();

    private final Map<String, Set<String>> ancestors = new HashMap<>();
    private final Set<String> missing = new TreeSet<>();
    private final List<String> ways = new ArrayList<>();

    /** A search that does not follow the given references {@code Class.method → Class}, which are never used at run time. */
    Reach(ClassFiles files, AndroidApi android, Set<String> neverTaken) {
        this.files = files;
        this.android = android;
        this.neverTaken = neverTaken;
    }

    /** The reachable references from these classes to members that Android lacks: {@code library.Class.method → platform.Class.member}. */
    Set<String> missingFrom(Collection<ClassFile> entries) {
        for (ClassFile entry : entries) {
            initialise(entry.name);
            if (!entry.isAbstract) {
                instance(entry.name);
            }
            entry.methods.values().forEach(this::reach);
        }
        while (!toVisit.isEmpty()) {
            Method method = toVisit.remove();
            visiting = method;
            method.references().forEach(reference -> follow(method, reference));
        }
        return missing;
    }

    private String wayTo(Method method) {
        StringBuilder way = new StringBuilder(method.toString());
        Method at = method;
        Method before = reached.getOrDefault(at, at);
        while (!before.equals(at)) {
            way.insert(0, before + " → ");
            at = before;
            before = reached.getOrDefault(at, at);
        }
        return way.toString();
    }

    /** How each missing member is reached: one line for each, from the entry on. */
    String ways() {
        return String.join(System.lineSeparator(), ways);
    }

    /** The excluded references that the search met. */
    Set<String> met() {
        return met;
    }

    /** The number of reachable methods. */
    int size() {
        return reached.size();
    }

    private void reach(Method method) {
        if (reached.putIfAbsent(method, visiting == null ? method : visiting) == null) {
            toVisit.add(method);
        }
    }

    private void follow(Method from, Reference reference) {
        String step = from + " → " + reference.owner().replace('/', '.');
        if (neverTaken.contains(step)) {
            met.add(step);
            return;
        }
        if (files.find(reference.owner()).isEmpty()) {
            checkPlatform(from, reference, reference.owner());
            return;
        }
        switch (reference.use()) {
            case TYPE:
            case FIELD:
                break;
            case NEW:
                initialise(reference.owner());
                instance(reference.owner());
                break;
            case STATIC:
                initialise(reference.owner());
                if (reference.isMethod()) {
                    exact(from, reference);
                }
                break;
            case EXACT:
                exact(from, reference);
                break;
            default:
                virtual(from, reference);
        }
    }

    private void checkPlatform(Method from, Reference reference, String owner) {
        boolean there = reference.member().isEmpty() ? android.has(owner) : android.has(owner, reference.member());
        if (!there) {
            String member =
                    reference.member().isEmpty() ? "" : "." + reference.member().replaceAll("[#(].*", "");
            if (missing.add(from + " → " + owner.replace('/', '.') + member)) {
                ways.add(wayTo(from) + " → " + owner.replace('/', '.') + member);
            }
        }
    }

    private void exact(Method from, Reference reference) {
        Optional<Method> method = resolve(reference.owner(), reference.member());
        if (method.isPresent()) {
            reach(method.get());
        } else {
            checkInherited(from, reference);
        }
    }

    private void virtual(Method from, Reference reference) {
        exact(from, reference);
        if (called.computeIfAbsent(reference.owner(), any -> new LinkedHashSet<>())
                .add(reference.member())) {
            for (String instance : List.copyOf(instances)) {
                if (ancestors(instance).contains(reference.owner())) {
                    resolve(instance, reference.member()).ifPresent(this::reach);
                }
            }
        }
    }

    /** If no class of the libraries declares the member, it belongs to a supertype of the platform. */
    private void checkInherited(Method from, Reference reference) {
        for (String ancestor : ancestors(reference.owner())) {
            if (files.find(ancestor).isEmpty() && android.has(ancestor, reference.member())) {
                return;
            }
        }
        checkPlatform(from, reference, reference.owner());
    }

    private void instance(String name) {
        if (!instances.add(name)) {
            return;
        }
        for (String ancestor : ancestors(name)) {
            for (String signature : List.copyOf(called.getOrDefault(ancestor, Set.of()))) {
                resolve(name, signature).ifPresent(this::reach);
            }
        }
        for (Method method : inherited(name)) {
            if (!method.isAbstract()
                    && !method.signature().startsWith("<")
                    && overridesPlatform(name, method.signature())) {
                reach(method);
            }
        }
    }

    private List<Method> inherited(String name) {
        List<Method> methods = new ArrayList<>();
        for (String ancestor : ancestors(name)) {
            files.find(ancestor).ifPresent(file -> methods.addAll(file.methods.values()));
        }
        return methods;
    }

    private boolean overridesPlatform(String name, String signature) {
        return ancestors(name).stream()
                .anyMatch(ancestor -> files.find(ancestor).isEmpty() && android.has(ancestor, signature));
    }

    private void initialise(String name) {
        Optional<ClassFile> file = files.find(name);
        if (file.isPresent() && initialised.add(name)) {
            file.get().supertypes.forEach(this::initialise);
            Method initialiser = file.get().methods.get("<clinit>()V");
            if (initialiser != null) {
                reach(initialiser);
            }
        }
    }

    /** The method that a call on an instance of this class runs, if it is in the libraries. */
    private Optional<Method> resolve(String name, String signature) {
        Optional<Method> declared = Optional.empty();
        for (String ancestor : ancestors(name)) {
            Optional<ClassFile> file = files.find(ancestor);
            if (file.isPresent() && file.get().methods.containsKey(signature)) {
                Method method = file.get().methods.get(signature);
                if (!method.isAbstract()) {
                    return Optional.of(method);
                }
                declared = Optional.of(method);
            }
        }
        return declared;
    }

    /** The class itself, its superclasses, then all interfaces. */
    private Set<String> ancestors(String name) {
        Set<String> known = ancestors.get(name);
        if (known == null) {
            known = new LinkedHashSet<>();
            collect(name, known);
            ancestors.put(name, known);
        }
        return known;
    }

    private void collect(String name, Set<String> into) {
        if (into.add(name)) {
            Optional<ClassFile> file = files.find(name);
            if (file.isPresent()) {
                file.get().supertypes.forEach(supertype -> collect(supertype, into));
            }
        }
    }
}
