import ArgumentParser

/// The formats of commands that answer a question and have no findings.
enum AnswerFormat: String, CaseIterable, ExpressibleByArgument { case text, json }
